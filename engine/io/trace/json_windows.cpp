// See the header.
#include "engine/io/trace/json_windows.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "engine/core/error.h"

namespace tl::trace {
namespace {

constexpr size_t kWindow = size_t{1} << 18;   // bytes that are parsed at once; two windows stay in a core's cache
constexpr size_t kLargest = size_t{1} << 25;  // no token is larger

// Where the last text or bracket ends that certainly is whole, in what begins between two tokens: no text of JSON
// holds the end of a line as it is. Where that finds none, where an object ends.
size_t lastToken(std::string_view text, bool end) {
    if (end) return text.size();
    for (size_t line = text.rfind('\n'); line != std::string_view::npos;) {
        const size_t last = text.find_last_not_of(" \t\r\n,:", line);
        if (last == std::string_view::npos) break;
        if (std::string_view("\"{}[]").find(text[last]) != std::string_view::npos) return last + 1;
        line = text.rfind('\n', last);
    }
    size_t last = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') quoted = !quoted;
        if (!quoted && text[i] == '}') last = i + 1;
        if (quoted && text[i] == '\\') ++i;
    }
    return last;
}

}  // namespace

JsonWindows::JsonWindows(const std::string& path, const TraceReading& reading)
    : path_(path), reading_(reading), file_(::gzopen(path.c_str(), "rb")), fileSize_(std::filesystem::file_size(path)) {
    if (!file_) throw Error(path, "a file that can be read", std::generic_category().message(errno));
    ::gzbuffer(file_.get(), 1 << 18);
    reader_ = std::jthread([this](const std::stop_token& stop) { readAhead(stop); });
}

std::span<char> JsonWindows::next() {
    std::unique_lock lock(mutex_);
    if (parsing_) {
        --filled_;
        turn_ = 1 - turn_;
        changed_.notify_all();
    }
    parsing_ = true;
    changed_.wait(lock, [&] { return filled_ > 0; });
    if (failure_) std::rethrow_exception(failure_);
    lock.unlock();
    Window& window = windows_[turn_];
    if (reading_.progress && !reading_.progress(std::clamp(window.share, 0.0, 1.0))) givenUp(path_);
    return {window.bytes.data(), window.size};
}

void JsonWindows::readAhead(const std::stop_token& stop) {
    for (size_t turn = 0;; turn = 1 - turn) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, stop, [&] { return filled_ < windows_.size(); })) return;
        lock.unlock();
        std::exception_ptr failure;  // memory may have run out
        try {
            fill(windows_[turn]);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        failure_ = failure;
        ++filled_;
        changed_.notify_all();
        if (failure || windows_[turn].size == 0) return;
    }
}

void JsonWindows::fill(Window& window) {
    std::vector<char>& bytes = window.bytes;
    bytes.assign(rest_.begin(), rest_.end());
    bool end = false;
    do {
        const size_t before = bytes.size();
        bytes.resize(std::max(2 * before, kWindow));
        const int read = ::gzread(file_.get(), bytes.data() + before, static_cast<unsigned>(bytes.size() - before));
        end = read <= 0;
        bytes.resize(before + static_cast<size_t>(std::max(read, 0)));
        window.size = lastToken({bytes.data(), bytes.size()}, end);
    } while (window.size == 0 && !end && bytes.size() < kLargest);
    if (window.size > 0) rest_.assign(bytes.begin() + static_cast<std::ptrdiff_t>(window.size), bytes.end());
    bytes.resize(window.size + 1);
    bytes[window.size] = '\0';
    window.share =
        static_cast<double>(::gzoffset(file_.get())) / static_cast<double>(std::max<uintmax_t>(fileSize_, 1));
}

}  // namespace tl::trace
