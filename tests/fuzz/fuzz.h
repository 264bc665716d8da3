// What the fuzzers share: the bytes as a file, for readers that take a path, and seeds that the program makes itself,
// so that no corpus is kept in the repository. An Error is the right answer to bad bytes; anything else is a find.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "engine/core/error.h"

namespace tl::fuzz {

class MemoryFile {
public:
    MemoryFile(const uint8_t* data, size_t size) : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
        if (descriptor_ < 0 || ::write(descriptor_, data, size) != static_cast<ssize_t>(size)) std::abort();
    }
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
    int descriptor_;
};

template <typename Action>
int withoutErrors(Action action) {
    try {
        action();
    } catch (const Error& error) {
        if (error.message().empty()) std::abort();  // a sentence is promised
    }
    return 0;
}

std::vector<std::string> seeds();  // each program's own

}  // namespace tl::fuzz

// Fills the first folder of the command line with the seeds.
extern "C" __attribute__((used, weak)) int LLVMFuzzerInitialize(int* count, char*** arguments) {
    for (int i = 1; i < *count; ++i) {
        const std::filesystem::path folder((*arguments)[i]);
        if (!std::filesystem::is_directory(folder)) continue;
        int number = 0;
        for (const std::string& seed : tl::fuzz::seeds())
            std::ofstream(folder / ("seed" + std::to_string(number++)), std::ios::binary) << seed;
        break;
    }
    return 0;
}
