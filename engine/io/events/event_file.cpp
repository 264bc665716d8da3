// The file is opened for each look and closed after it: hundreds of runs are followed with few descriptors.
#include "engine/io/events/event_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/core/crc32c.h"
#include "engine/core/loaded.h"

namespace tl {
namespace {

constexpr size_t kPiece = size_t{1} << 20, kLeast = 4096, kHead = 12, kFoot = 4;

struct Descriptor {
    explicit Descriptor(const std::string& path) : number(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
    ~Descriptor() {
        if (number >= 0) ::close(number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number;
};

}  // namespace

EventFile::State EventFile::read(const std::function<void(std::span<const uint8_t>, uint64_t)>& take,
                                 std::stop_token stop) {
    const Descriptor file(path_);
    struct stat about {};
    if (file.number < 0 || ::fstat(file.number, &about) != 0 || !S_ISREG(about.st_mode)) return State::Gone;
    const auto size = static_cast<uint64_t>(about.st_size);
    if (inode_ != 0 && (inode_ != about.st_ino || device_ != about.st_dev || size < offset_)) return State::Replaced;
    inode_ = about.st_ino;
    device_ = about.st_dev;
    if (damaged_) return State::Damaged;

    // buffer[done, filled) is what was read and not handed out; its first byte stands at offset_ in the file. It is
    // given back at the end: a tree may hold thousands of files.
    std::vector<uint8_t> buffer;
    const auto piece = static_cast<size_t>(std::clamp<uint64_t>(size - offset_, kLeast, kPiece));
    size_t done = 0, filled = 0;
    for (;;) {
        if (stop.stop_requested()) return State::Cut;
        // Room for a piece behind what is left, which moves to the front.
        if (done > 0) std::memmove(buffer.data(), buffer.data() + done, filled - done);
        filled -= done;
        done = 0;
        if (buffer.size() < filled + piece) buffer.resize(filled + piece);
        ssize_t got;
        do got = ::pread(file.number, buffer.data() + filled, piece, static_cast<off_t>(offset_ + filled));
        while (got < 0 && errno == EINTR);
        if (got < 0) return State::Gone;
        filled += static_cast<size_t>(got);
        while (filled - done >= kHead) {
            const uint8_t* head = buffer.data() + done;
            if (maskedCrc32c({head, 8}) != loaded<uint32_t>(head + 8)) {
                damaged_ = true;
                return State::Damaged;
            }
            const auto length = loaded<uint64_t>(head);
            if (filled - done < kHead + kFoot || length > filled - done - kHead - kFoot) break;
            const std::span record(head + kHead, static_cast<size_t>(length));
            if (maskedCrc32c(record) == loaded<uint32_t>(head + kHead + length)) {
                ++records_;
                take(record, offset_ + kHead);
            } else {
                ++badRecords_;
            }
            const size_t whole = kHead + static_cast<size_t>(length) + kFoot;
            done += whole;
            offset_ += whole;
        }
        if (got == 0) break;
    }
    const bool cut = filled > done;
    return cut ? State::Cut : State::Whole;
}

bool isEventFile(const std::string& path) {
    return std::filesystem::path(path).filename().string().find("tfevents") != std::string::npos;
}

std::vector<std::string> eventFilesOf(const std::string& path) {
    std::error_code failed;
    if (isEventFile(path) && !std::filesystem::is_directory(path, failed)) return {path};
    for (const char* part : {"", "train", "validation"}) {
        std::vector<std::string> files;
        for (std::filesystem::directory_iterator entries(std::filesystem::path(path) / part, failed), end;
             !failed && entries != end; entries.increment(failed))
            if (std::error_code unknown; isEventFile(entries->path().string()) && entries->is_regular_file(unknown))
                files.push_back(entries->path().string());
        std::sort(files.begin(), files.end());
        if (!files.empty()) return files;
    }
    return {};
}

}  // namespace tl
