// Reads whole files into reused memory with plain system calls, which for many small files is several times faster
// than a stream. Paths are UTF-8.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tl {

// A regular file, read where one likes. Throws Error with a sentence without the path, as all here do.
class InputFile {
public:
    explicit InputFile(const std::string& path);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    uint64_t size() const { return size_; }
    // Reads until `into` is full or the file ends; returns the bytes read.
    size_t read(std::span<uint8_t> into, uint64_t offset);

private:
    int descriptor_;
    uint64_t size_ = 0;
};

// The whole file. Throws Error with a sentence without the path ("The file may not be read: permission denied.").
void readFile(const std::string& path, std::vector<uint8_t>& bytes);

// The file's beginning and end. Up to `whole` bytes the file is read whole, and tail is the end of head.
struct FileEnds {
    std::vector<uint8_t> head;
    std::vector<uint8_t> tailBytes;
    uint64_t size = 0;
    bool isWhole() const { return head.size() == size; }
    std::span<const uint8_t> tail() const { return isWhole() ? std::span<const uint8_t>(head) : tailBytes; }
};
void readFileEnds(const std::string& path, size_t whole, size_t tail, FileEnds& ends);

}  // namespace tl
