// RapidJSON hands over one token after another, in its place in a small window of the file; each event object is taken
// when it closes, so a file of any size needs the memory of its slices and of a few windows. A window that begins
// behind an event is parsed ahead, beside others, as a list of its own. What came of that counts if this parser arrives
// there between two events, and the window held whole ones alone; otherwise it reads it itself. Format: "Trace Event
// Format" (Duca, Sinclair, 2016).
#define RAPIDJSON_NO_SIZETYPEDEFINE
namespace rapidjson {
using SizeType = unsigned long;  // NOLINT(google-runtime-int): strings may be of any length
}
#ifdef __clang__  // the first push on its stack counts from a null pointer, which the sanitizer takes amiss
#pragma clang attribute push(__attribute__((no_sanitize("pointer-overflow"))), apply_to = function)
#endif
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#ifdef __clang__
#pragma clang attribute pop
#endif

#include <array>
#include <charconv>
#include <functional>
#include <new>
#include <span>
#include <utility>

#include "engine/core/error.h"
#include "engine/io/trace/chrome_events.h"
#include "engine/io/trace/formats.h"
#include "engine/io/trace/json_windows.h"

namespace tl::trace {
namespace {

constexpr size_t kLongest = size_t{4} << 20;  // windows that are parsed ahead: what lies ready takes memory
constexpr int kDeepest = 200;                 // of objects and lists in one another

// What the parser reads, and unpacks texts into, in their own place. Windows change between two tokens alone.
class Cursor {
public:
    using Ch = char;
    explicit Cursor(std::function<std::span<char>()> more) : more_(std::move(more)) {
        next();
        // A byte order mark is none of JSON.
        if (std::string_view(at_, static_cast<size_t>(end_ - at_)).starts_with("\xef\xbb\xbf")) at_ += 3;
    }
    Ch Peek() const { return *at_; }  // '\0' at the end of a window, which nothing but whitespace goes over
    Ch Take() { return *at_++; }
    void skipWhitespace() {
        char* at = at_;
        for (;; ++at) {
            if (at == end_ && !ended_) {
                at_ = at;
                next();
                at = at_;
            }
            if (*at != ' ' && *at != '\n' && *at != '\r' && *at != '\t') break;
        }
        at_ = at;
    }
    size_t Tell() const { return before_ + static_cast<size_t>(at_ - begin_); }
    Ch* PutBegin() { return to_ = at_; }
    void Put(Ch c) {
        if (to_ + 1 != at_ || c == '\0') *to_ = c;  // most stand where they belong
        ++to_;
    }
    void Flush() {}
    size_t PutEnd(const Ch* begin) const { return static_cast<size_t>(to_ - begin); }

private:
    void next() {
        if (ended_) return;
        before_ += static_cast<size_t>(end_ - begin_);
        const std::span<char> window = more_();
        ended_ = window.empty();
        begin_ = at_ = ended_ ? &nothing_ : window.data();  // the window before is somebody else's already
        end_ = begin_ + window.size();
    }
    std::function<std::span<char>()> more_;  // empty at the end
    char *begin_ = nullptr, *at_ = nullptr, *end_ = nullptr, *to_ = nullptr;
    size_t before_ = 0;
    bool ended_ = false;
    char nothing_ = '\0';
};

// Knows where in the document a token stands: in the list of events, in an event, in its arguments, or elsewhere.
// Take: ChromeEvents, or what keeps events for them.
template <typename Take>
class Handler {
public:
    using Size = rapidjson::SizeType;
    explicit Handler(Take& events) : events_(events) {}

    bool Null() { return scalar("null", false); }
    bool Bool(bool value) { return scalar(value ? "true" : "false", false); }
    bool Int(int) { return false; }  // numbers come as text
    bool Uint(unsigned) { return false; }
    bool Int64(int64_t) { return false; }
    bool Uint64(uint64_t) { return false; }
    bool Double(double value) { return scalar(std::to_string(value), true); }  // NaN and infinity
    // In its place: the parser tells where it stands, which is behind it.
    bool RawNumber(const char* end, Size size, bool) { return scalar({end - size, size}, true); }
    bool String(const char* text, Size size, bool) { return scalar({text, size}, false); }
    bool Key(const char* text, Size size, bool) {
        const std::string_view key(text, size);
        if (inArguments()) {
            argument_ = key.substr(0, ChromeEvent::kName);
        } else if (inEvent() && depth_ == eventDepth_) {
            field_ = chromeFieldOf(key);
        } else if (depth_ == 1) {
            rootKey_ = key;
        }
        return true;
    }
    bool StartObject() {
        if (inArguments()) event_.describe(argument_, "{…}");
        ++depth_;
        if (eventDepth_ == 0 && depth_ == listDepth_ + 1 && listDepth_ > 0) {
            eventDepth_ = depth_;
            event_.clear();
            field_ = ChromeField::Other;
        } else if (inEvent() && depth_ == eventDepth_ + 1 && field_ == ChromeField::Arguments) {
            argumentsDepth_ = depth_;
        }
        return depth_ <= kDeepest;
    }
    bool EndObject(Size) {
        if (depth_ == argumentsDepth_) argumentsDepth_ = 0;
        if (depth_ == eventDepth_) {
            events_.take(event_);
            eventDepth_ = 0;
        }
        --depth_;
        return true;
    }
    bool StartArray() {
        if (inArguments()) event_.describe(argument_, "[…]");
        ++depth_;
        if (listDepth_ == 0 && (depth_ == 1 || (depth_ == 2 && rootKey_ == kList))) listDepth_ = depth_;
        return depth_ <= kDeepest;
    }
    bool EndArray(Size) {
        if (depth_ == listDepth_) listDepth_ = 0;
        --depth_;
        return true;
    }
    int64_t base() const { return base_; }
    bool betweenEvents() const { return listDepth_ > 0 && depth_ == listDepth_; }

private:
    static constexpr std::string_view kList = "traceEvents";
    bool inEvent() const { return eventDepth_ > 0; }
    bool inArguments() const { return argumentsDepth_ > 0 && depth_ == argumentsDepth_; }

    bool scalar(std::string_view text, bool number) {
        if (inArguments()) {
            event_.setArgument(argument_, text, number);
        } else if (inEvent() && depth_ == eventDepth_) {
            event_.set(field_, text, number);
        } else if (depth_ == 1 && rootKey_ == "baseTimeNanoseconds" && number) {
            std::from_chars(text.data(), text.data() + text.size(), base_);
        } else if (depth_ == listDepth_ && listDepth_ > 0) {
            events_.take({});  // something in the list that is no event
        }
        return true;
    }
    Take& events_;
    ChromeEvent event_;
    std::string rootKey_, argument_;
    ChromeField field_ = ChromeField::Other;
    int depth_ = 0, listDepth_ = 0, eventDepth_ = 0, argumentsDepth_ = 0;
    int64_t base_ = 0;
};

}  // namespace
}  // namespace tl::trace

template <>
inline void rapidjson::SkipWhitespace(tl::trace::Cursor& cursor) {
    cursor.skipWhitespace();
}

namespace tl::trace {

namespace {

// It calls itself for what lies in one another, which the handler ends at kDeepest.
constexpr unsigned kFlags = rapidjson::kParseInsituFlag | rapidjson::kParseNumbersAsStringsFlag |
                            rapidjson::kParseNanAndInfFlag | rapidjson::kParseTrailingCommasFlag |
                            rapidjson::kParseStopWhenDoneFlag;

// A window parsed by itself, as a list.
struct Piece {
    std::string text;
    ChromeBatch events;
    bool whole = false;  // it held elements of a list, and nothing else

    void parse(std::string_view window) try {
        whole = false;
        events.clear();
        if (window.size() > kLongest) return;
        text = window.substr(window.find(','));
        text.front() = '[';
        text.push_back(']');
        Handler handler(events);
        std::span<char> once(text);
        Cursor cursor([&once] { return std::exchange(once, {}); });
        rapidjson::Reader reader;
        whole = reader.Parse<kFlags>(cursor, handler) && cursor.Tell() == text.size();
    } catch (const std::bad_alloc&) {  // one event after another may have room
        whole = false;
    }
};

}  // namespace

Trace readChrome(const std::string& path, const TraceReading& reading) {
    std::array<Piece, JsonWindows::kSlots> pieces;
    JsonWindows windows(path, reading, [&](size_t slot, std::string_view window) { pieces[slot].parse(window); });
    ChromeEvents events;
    Handler handler(events);
    Cursor cursor([&] {
        for (;;) {
            const JsonWindows::Window window = windows.next();
            if (!window.elements || !handler.betweenEvents() || !pieces[window.slot].whole) return window.bytes;
            pieces[window.slot].events.giveTo(events);
        }
    });
    rapidjson::Reader reader;
    // Chrome itself may leave the closing bracket out; any other end within is told.
    if (!reader.Parse<kFlags>(cursor, handler)) events.setCut();
    return events.finish(handler.base());
}

}  // namespace tl::trace
