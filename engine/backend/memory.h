// How much memory this program can still take before the system would have to kill something, and the error for what
// wants more. Whoever is about to fill a large block asks first: Linux hands out memory that it does not have.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "engine/core/error.h"

namespace tl {

// Bytes: what the machine has free (swap included), or what the control group that the program is in leaves it where
// that is less. `root` is the folder of proc and sys. Any thread.
size_t availableMemory(const std::filesystem::path& root = "/");

// "3.4 GB", as the window has it
std::string memoryText(size_t bytes);

class NotEnoughMemory : public Error {
public:
    // Of this machine, or of one of its devices.
    NotEnoughMemory(const Message& what, size_t wanted, size_t available, const std::string& device = {});
    size_t available() const { return available_; }
    const std::string& device() const { return device_; }  // empty: this machine

private:
    size_t available_;
    std::string device_;
};

// Throws NotEnoughMemory, whose sentence begins with `what` ("This plan"), where so many bytes more are not to be had.
void requireMemory(const Message& what, size_t bytes);

}  // namespace tl
