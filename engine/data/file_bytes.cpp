// open, fstat and read, with the system's reason turned into a sentence.
#include "engine/data/file_bytes.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/core/error.h"

namespace tl {
namespace {

Message whatInstead(mode_t mode) {
    const char* kind = S_ISFIFO(mode)                   ? "a named pipe"
                       : S_ISSOCK(mode)                 ? "a socket"
                       : S_ISCHR(mode) || S_ISBLK(mode) ? "a device"
                       : S_ISDIR(mode)                  ? "a folder"
                                                        : "something else";
    return Message("It is {kind} and no regular file.", kind);
}

[[noreturn]] void fail(int reason) {
    if (reason == EACCES || reason == EPERM) throw Error("There is no permission to read the file.");
    if (reason == ENOENT) throw Error("The file is no longer there.");
    if (reason == ENXIO) throw Error(whatInstead(S_IFSOCK));
    throw Error(Message("The file cannot be opened: {reason}.", std::strerror(reason)));
}

}  // namespace

// Opening a pipe would wait for who writes into it, and a device may do anything: neither happens here.
InputFile::InputFile(const std::string& path)
    : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
    if (descriptor_ < 0) fail(errno);
    struct stat status {};
    const int reason = ::fstat(descriptor_, &status) != 0 ? errno : 0;
    if (reason == 0 && S_ISREG(status.st_mode)) {
        size_ = static_cast<uint64_t>(status.st_size);
        return;
    }
    ::close(descriptor_);
    if (reason != 0) fail(reason);
    throw Error(whatInstead(status.st_mode));
}

InputFile::~InputFile() { ::close(descriptor_); }

size_t InputFile::read(std::span<uint8_t> into, uint64_t offset) {
    size_t done = 0;
    while (done < into.size()) {
        const ssize_t got =
            ::pread(descriptor_, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw Error(Message("The file cannot be read: {reason}.", std::strerror(errno)));
        if (got == 0) break;
        done += static_cast<size_t>(got);
    }
    return done;
}

void readFile(const std::string& path, std::vector<uint8_t>& bytes) {
    InputFile file(path);
    bytes.resize(static_cast<size_t>(file.size()));
    bytes.resize(file.read(bytes, 0));
}

void readFileEnds(const std::string& path, size_t whole, size_t tail, FileEnds& ends) {
    InputFile file(path);
    ends.size = file.size();
    ends.head.resize(static_cast<size_t>(std::min<uint64_t>(file.size(), whole)));
    const size_t got = file.read(ends.head, 0);
    if (got < ends.head.size()) ends.size = got;  // it shrank meanwhile
    ends.head.resize(got);
    ends.tailBytes.clear();
    if (ends.isWhole()) return;
    ends.tailBytes.resize(static_cast<size_t>(std::min<uint64_t>(ends.size, tail)));
    ends.tailBytes.resize(file.read(ends.tailBytes, ends.size - ends.tailBytes.size()));
}

}  // namespace tl
