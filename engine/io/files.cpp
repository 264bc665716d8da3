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
#include <string_view>
#include <utility>

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

struct OpenFile {
    int number = -1;
    ~OpenFile() {
        if (number >= 0) ::close(number);
    }
};

constexpr std::string_view kUnfinished = ".part";

// ".NAME.PROCESS-NUMBER.part"
bool isPart(std::string_view name) {
    if (!name.starts_with('.') || !name.ends_with(kUnfinished)) return false;
    name.remove_suffix(kUnfinished.size());
    const size_t dot = name.rfind('.'), dash = name.rfind('-');
    if (dot == 0 || dash == std::string_view::npos || dash < dot) return false;
    const auto number = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return number(name.substr(dot + 1, dash - dot - 1)) && number(name.substr(dash + 1));
}

// 0, or why not; EAGAIN where somebody else holds it.
int lockWhole(int descriptor) {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    return ::fcntl(descriptor, F_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

// A file that is not whole yet, beside the one whose place it takes. Who writes it holds a lock on it, which the system
// takes back however that program ends; it is removed unless it was renamed.
struct PartFile {
    std::string path;
    int descriptor = -1;
    bool kept = false;
    ~PartFile() {
        if (descriptor < 0) return;
        if (!kept) ::unlink(path.c_str());
        ::close(descriptor);
    }

    // 0, or why not. A name may be taken: in a container a program that was killed had the same number of a process.
    int open(const std::string& beside) {
        static std::atomic<unsigned> counter{0};
        constexpr int kTries = 100;
        for (int held = 0;;) {
            path =
                beside + "." + std::to_string(::getpid()) + "-" + std::to_string(counter++) + std::string(kUnfinished);
            descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor < 0 && errno == EEXIST) continue;
            if (descriptor < 0) return errno;
            struct stat info {};
            // A disk that has no locks, or a policy that forbids them: it goes on without.
            const bool free = lockWhole(descriptor) != EAGAIN || ++held >= kTries;
            if (free && (::stat(path.c_str(), &info) == 0 || errno != ENOENT)) return 0;
            if (!free) ::unlink(path.c_str());
            ::close(std::exchange(descriptor, -1));  // taken for a left-over before it was locked
        }
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
    const OpenFile descriptor{::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (descriptor.number >= 0) ::fsync(descriptor.number);
}

}  // namespace

std::string readFile(const std::string& path) {
    const auto fail = [&](int code) {
        return Error(Message("\"{path}\" cannot be read: {reason}.", path, reason(code)));
    };
    // Opening a pipe would wait for who writes into it, and a device may never end.
    const OpenFile file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
    if (file.number < 0) throw fail(errno);
    std::string bytes;
    struct stat info {};
    if (::fstat(file.number, &info) == 0 && !S_ISREG(info.st_mode))
        throw S_ISDIR(info.st_mode)
            ? fail(EISDIR)
            : Error(Message("\"{path}\" cannot be read: it is a pipe or a device, no file.", path));
    if (info.st_size > 0) bytes.reserve(static_cast<size_t>(info.st_size));
    char block[1 << 16];
    for (;;) {
        const ssize_t got = ::read(file.number, block, sizeof block);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw fail(errno);
        if (got == 0) return bytes;
        bytes.append(block, static_cast<size_t>(got));
    }
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
    constexpr int kMostLinks = 40;
    std::error_code ignored;
    std::filesystem::path target = path;
    const auto fail = [&](int code) {
        return Error(Message("\"{path}\" cannot be written: {reason}. {consequence}", path, reason(code),
                             std::filesystem::exists(target, ignored) ? "The file that was there is unchanged."
                                                                      : "Nothing was written."));
    };
    // Through a link, the file that it names is replaced and not the link, be it there or not.
    for (int links = 0; std::filesystem::is_symlink(target, ignored); ++links) {
        if (links == kMostLinks) throw fail(ELOOP);
        target = target.parent_path() / std::filesystem::read_symlink(target, ignored);
    }
    const std::string directory = target.parent_path().empty() ? "." : target.parent_path().string();
    PartFile part;
    if (const int code = part.open(directory + "/." + target.filename().string())) throw fail(code);
    struct stat old {};
    if (::stat(target.c_str(), &old) == 0) ::fchmod(part.descriptor, old.st_mode & 07777);
    if (const int code = writeAll(part.descriptor, bytes)) throw fail(code);
    if (::rename(part.path.c_str(), target.c_str()) != 0) throw fail(errno);
    part.kept = true;
    flushDirectory(directory);
}

void removeUnfinished(const std::string& directory) {
    std::error_code code;
    for (std::filesystem::directory_iterator it(directory, code), end; !code && it != end; it.increment(code)) {
        if (!isPart(it->path().filename().string())) continue;
        const OpenFile part{::open(it->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)};
        if (part.number >= 0 && lockWhole(part.number) == 0) ::unlink(it->path().c_str());
    }
}

}  // namespace tl
