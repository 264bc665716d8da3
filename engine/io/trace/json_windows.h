// The file, unpacked, in windows that end after a token, so that each can be parsed in its place. A thread of its own
// reads them; others look at those ahead that may be parsed by themselves.
#pragma once

#include <array>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <zlib.h>

#include "engine/io/trace/formats.h"

namespace tl::trace {

class JsonWindows {
public:
    static constexpr size_t kSlots = 8;  // windows that are read ahead

    // What comes next, with a '\0' behind it; empty at the end. `elements`: if it begins in a list, behind an object
    // in it, this is the comma and more of them, and `ahead` has seen it.
    struct Window {
        std::span<char> bytes;
        size_t slot = 0;
        bool elements = false;
    };
    // Called by several threads at once, each for a slot of its own, before next() gives the window.
    using Ahead = std::function<void(size_t slot, std::string_view window)>;

    JsonWindows(const std::string& path, const TraceReading& reading, Ahead ahead);
    JsonWindows(const JsonWindows&) = delete;
    JsonWindows& operator=(const JsonWindows&) = delete;

    // Stands until the next call. Throws Error when given up, and what stopped a thread, such as std::bad_alloc.
    Window next();

private:
    struct Close {
        void operator()(gzFile file) const { ::gzclose(file); }
    };
    enum class State : uint8_t { Free, Filled, Looked };
    struct Slot {
        std::vector<char> bytes;
        size_t size = 0;
        double share = 0;  // of the file, when it was read
        bool elements = false;
        State state = State::Free;
        bool taken = false;  // somebody looks at it
        std::exception_ptr failure;
    };
    void read(const std::stop_token& stop);
    void lookAhead(const std::stop_token& stop);
    Slot* untaken();
    void lookAt(Slot& slot, std::unique_lock<std::mutex>& lock);
    void fill(Slot& slot);

    const std::string& path_;
    const TraceReading& reading_;
    const Ahead ahead_;
    std::unique_ptr<gzFile_s, Close> file_;
    uintmax_t fileSize_;
    std::array<Slot, kSlots> slots_;
    std::vector<char> rest_;  // after the last token of the last window
    bool amongElements_ = false;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    size_t turn_ = 0;
    bool given_ = false;
    std::vector<std::jthread> threads_;  // the last: end before what they work on
};

}  // namespace tl::trace
