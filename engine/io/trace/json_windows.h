// The file, unpacked, in windows that end after a token, so that each can be parsed in its place. A thread of its own
// fills the next one meanwhile.
#pragma once

#include <array>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <zlib.h>

#include "engine/io/trace/formats.h"

namespace tl::trace {

class JsonWindows {
public:
    JsonWindows(const std::string& path, const TraceReading& reading);
    JsonWindows(const JsonWindows&) = delete;
    JsonWindows& operator=(const JsonWindows&) = delete;

    // What comes next, which stands until the next call, with a '\0' behind it; empty at the end. Throws Error when
    // given up, and what stopped the thread, such as std::bad_alloc.
    std::span<char> next();

private:
    struct Close {
        void operator()(gzFile file) const { ::gzclose(file); }
    };
    struct Window {
        std::vector<char> bytes;
        size_t size = 0;
        double share = 0;  // of the file, when it was read
    };
    void readAhead(const std::stop_token& stop);
    void fill(Window& window);

    const std::string& path_;
    const TraceReading& reading_;
    std::unique_ptr<gzFile_s, Close> file_;
    uintmax_t fileSize_;
    std::array<Window, 2> windows_;
    std::vector<char> rest_;  // after the last token of the last window
    std::mutex mutex_;
    std::condition_variable_any changed_;
    size_t filled_ = 0;  // windows, the one that is parsed among them
    size_t turn_ = 0;
    bool parsing_ = false;
    std::exception_ptr failure_;
    std::jthread reader_;  // the last: ends before what it reads into
};

}  // namespace tl::trace
