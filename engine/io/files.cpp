// Whole-file input and output on POSIX calls, since only they can flush a file to disk before it takes the place
// of the old one.
#include "engine/io/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"

namespace tl {
namespace {

Message reason(int code) {
    switch (code) {
    case ENOSPC: return "the disk is full";
    case EDQUOT: return "your disk quota is used up";
    case EFBIG: return "the file would be larger than is allowed here";
    case EACCES:
    case EPERM: return "permission is denied";
    case EROFS: return "the disk is read-only";
    case ENOENT: return "there is no such file or folder";
    case ENOTDIR: return "a part of the path is not a folder";
    case EISDIR: return "it is a folder";
    default: return std::strerror(code);
    }
}

// Closes a descriptor, and removes the file unless it was renamed.
struct PartFile {
    std::string path;
    int descriptor = -1;
    bool kept = false;
    ~PartFile() {
        if (descriptor >= 0) ::close(descriptor);
        if (!kept) ::unlink(path.c_str());
    }
};

// 0, or why not.
int writeAll(int descriptor, const std::string& bytes) {
    for (size_t done = 0; done < bytes.size();) {
        const ssize_t wrote = ::write(descriptor, bytes.data() + done, bytes.size() - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return wrote < 0 ? errno : ENOSPC;
        done += static_cast<size_t>(wrote);
    }
    return ::fsync(descriptor) != 0 ? errno : 0;
}

void flushDirectory(const std::string& directory) {
    const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

}  // namespace

std::string readFile(const std::string& path) {
    const auto fail = [&](int code) {
        return Error(Message("\"{path}\" cannot be read: {reason}.", path, reason(code)));
    };
    // Opening a pipe would wait for who writes into it, and a device may never end.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) throw fail(errno);
    std::string bytes;
    struct stat info {};
    if (::fstat(descriptor, &info) == 0 && !S_ISREG(info.st_mode)) {
        ::close(descriptor);
        throw S_ISDIR(info.st_mode)
            ? fail(EISDIR)
            : Error(Message("\"{path}\" cannot be read: it is a pipe or a device, no file.", path));
    }
    if (info.st_size > 0) bytes.reserve(static_cast<size_t>(info.st_size));
    char block[1 << 16];
    for (;;) {
        const ssize_t got = ::read(descriptor, block, sizeof block);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            const int code = errno;
            ::close(descriptor);
            throw fail(code);
        }
        if (got == 0) break;
        bytes.append(block, static_cast<size_t>(got));
    }
    ::close(descriptor);
    return bytes;
}

std::string absolutePath(const std::string& path) {
    if (path.empty()) return path;
    const std::filesystem::path whole = std::filesystem::absolute(path).lexically_normal();
    return (whole.has_filename() ? whole : whole.parent_path()).string();
}

double fileTime(const std::string& path) {
    std::error_code none;
    const auto time = std::filesystem::last_write_time(path, none);
    if (none) return 0;
    return std::chrono::duration<double>(std::chrono::file_clock::to_sys(time).time_since_epoch()).count();
}

void makeDirectory(const std::string& path) {
    std::error_code code;
    std::filesystem::create_directories(path, code);
    if (code || !std::filesystem::is_directory(path, code))
        throw Error(Message("The folder \"{path}\" cannot be made: {reason}.", path,
                            code ? reason(code.value()) : Message("a file of that name is in the way")));
}

void appendToFile(const std::string& path, const std::string& bytes) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    int code = descriptor < 0 ? errno : 0;
    struct stat before {};
    if (code == 0 && ::fstat(descriptor, &before) != 0) code = errno;
    if (code == 0) {
        code = writeAll(descriptor, bytes);
        [[maybe_unused]] const int cut = code != 0 ? ::ftruncate(descriptor, before.st_size) : 0;
    }
    if (descriptor >= 0) ::close(descriptor);
    if (code != 0) throw Error(Message("\"{path}\" cannot be written: {reason}.", path, reason(code)));
}

void writeFileAtomically(const std::string& path, const std::string& bytes) {
    static std::atomic<unsigned> counter{0};
    // Through a link, the file that it names is replaced and not the link.
    std::error_code ignored;
    std::filesystem::path target = path;
    if (std::filesystem::is_symlink(target, ignored)) {
        const auto followed = std::filesystem::canonical(target, ignored);
        if (!ignored) target = followed;
    }
    const std::string directory = target.parent_path().empty() ? "." : target.parent_path().string();
    const auto fail = [&](int code) {
        return Error(Message("\"{path}\" cannot be written: {reason}. {consequence}", path, reason(code),
                             std::filesystem::exists(target, ignored) ? "The file that was there is unchanged."
                                                                      : "Nothing was written."));
    };
    PartFile part;
    part.path = directory + "/." + target.filename().string() + "." + std::to_string(::getpid()) + "-" +
                std::to_string(counter++) + ".part";
    part.descriptor = ::open(part.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (part.descriptor < 0) {
        part.kept = true;  // not ours to remove
        throw fail(errno);
    }
    struct stat old {};
    if (::stat(target.c_str(), &old) == 0) ::fchmod(part.descriptor, old.st_mode & 07777);
    if (const int code = writeAll(part.descriptor, bytes)) throw fail(code);
    const int closed = ::close(part.descriptor);
    part.descriptor = -1;
    if (closed != 0) throw fail(errno);
    if (::rename(part.path.c_str(), target.c_str()) != 0) throw fail(errno);
    part.kept = true;
    flushDirectory(directory);
}

}  // namespace tl
