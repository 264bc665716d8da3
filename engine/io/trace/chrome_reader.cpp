// RapidJSON hands over one token after another, in its place in a small window of the file; event objects are taken
// window by window, so a file of any size needs the memory of its slices and of a few windows. A window that begins
// behind an event is parsed ahead, beside others, as a list of its own. What came of that counts if the parser that
// reads from the file's begin arrives there between two events, and the window held whole ones alone; otherwise that
// parser reads it itself. Format: "Trace Event Format" (Duca, Sinclair, 2016).
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

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "engine/core/error.h"
#include "engine/io/trace/chrome_events.h"
#include "engine/io/trace/formats.h"
#include "engine/io/trace/json_windows.h"

namespace tl::trace {
namespace {

constexpr int kDeepest = 200;       // of objects and lists in one another
constexpr size_t kName = 4000;      // bytes of a name that are kept
constexpr size_t kArguments = 600;  // and of an event's arguments

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
        if (ended_ && begin_) return;  // a number may end where the file does: its letters stay
        begin_ = at_ = window.data();
        end_ = begin_ + window.size();
    }
    std::function<std::span<char>()> more_;  // empty at the end
    char *begin_ = nullptr, *at_ = nullptr, *end_ = nullptr, *to_ = nullptr;
    size_t before_ = 0;
    bool ended_ = false;
};

// What the keys of an event, and those of its arguments that mean something here, are.
enum class Field : uint8_t { Other, Phase, Name, Category, Time, Duration, Process, Thread, Id, Arguments };
enum class Argument : uint8_t { Other, Layer, Kernel, Name, Text, SortIndex, Number, Flops, Bytes };

// The first seven letters and their count as one number.
constexpr uint64_t wordOf(std::string_view key) {
    uint64_t word = key.size();
    for (const char c : key.substr(0, 7)) word = word << 8 | static_cast<unsigned char>(c);
    return word;
}

Field fieldOf(std::string_view key) {
    switch (wordOf(key)) {
    case wordOf("ph"): return Field::Phase;
    case wordOf("name"): return Field::Name;
    case wordOf("cat"): return Field::Category;
    case wordOf("ts"): return Field::Time;
    case wordOf("dur"): return Field::Duration;
    case wordOf("pid"): return Field::Process;
    case wordOf("tid"): return Field::Thread;
    case wordOf("id"): return Field::Id;
    case wordOf("args"): return Field::Arguments;
    default: return Field::Other;
    }
}

Argument argumentKind(std::string_view key) {
    switch (wordOf(key)) {
    case wordOf("layer"): return Argument::Layer;
    case wordOf("kernel"): return Argument::Kernel;
    case wordOf("name"): return Argument::Name;
    case wordOf("text"): return Argument::Text;
    case wordOf("sort_index"): return key == "sort_index" ? Argument::SortIndex : Argument::Other;
    case wordOf("number"): return Argument::Number;
    case wordOf("flops"): return Argument::Flops;
    case wordOf("bytes"): return Argument::Bytes;
    default: return Argument::Other;
    }
}

// Events one after another, and one that is not whole yet. Their texts keep their room for those that come later.
class Batch {
public:
    ChromeEvent& open() {
        if (whole_ == events_.size()) events_.emplace_back();
        return events_[whole_];
    }
    void close() { ++whole_; }
    void giveTo(ChromeEvents& events) {
        for (size_t i = 0; i < whole_; ++i) events.take(events_[i]);
        if (whole_ > 0 && whole_ < events_.size()) std::swap(events_[0], events_[whole_]);
        whole_ = 0;
    }
    void clear() { whole_ = 0; }

private:
    std::vector<ChromeEvent> events_;
    size_t whole_ = 0;
};

// Knows where in the document a token stands: in the list of events, in an event, in its arguments, or elsewhere.
class Handler {
public:
    using Size = rapidjson::SizeType;
    explicit Handler(Batch& events, bool inFile = true) : events_(events), rootKey_(kList), depth_(inFile ? 0 : 1) {}

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
        const std::string_view key(text, std::min<size_t>(size, kName));
        if (inArguments()) {
            argument_ = key;
            kind_ = argumentKind(key);
        } else if (inEvent() && depth_ == eventDepth_) {
            field_ = fieldOf(key);
        } else if (depth_ == 1) {
            rootKey_ = key;
        }
        return true;
    }
    bool StartObject() {
        if (inArguments()) argumentText("{…}");
        ++depth_;
        if (eventDepth_ == 0 && depth_ == listDepth_ + 1 && listDepth_ > 0) {
            eventDepth_ = depth_;
            events_.open().clear();
            field_ = Field::Other;
        } else if (inEvent() && depth_ == eventDepth_ + 1 && field_ == Field::Arguments) {
            argumentsDepth_ = depth_;
        }
        return depth_ <= kDeepest;
    }
    bool EndObject(Size) {
        if (depth_ == argumentsDepth_) argumentsDepth_ = 0;
        if (depth_ == eventDepth_) {
            events_.close();
            eventDepth_ = 0;
        }
        --depth_;
        return true;
    }
    bool StartArray() {
        if (inArguments()) argumentText("[…]");
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
            argumentOf(text, number);
        } else if (inEvent() && depth_ == eventDepth_) {
            field(text, number);
        } else if (depth_ == 1 && rootKey_ == "baseTimeNanoseconds" && number) {
            std::from_chars(text.data(), text.data() + text.size(), base_);
        } else if (depth_ == listDepth_ && listDepth_ > 0) {
            events_.open().clear();  // something in the list that is no event
            events_.close();
        }
        return true;
    }
    static std::optional<int64_t> whole(std::string_view text) {
        int64_t value = 0;
        const auto [stop, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (wrong != std::errc() || stop != text.data() + text.size()) return std::nullopt;
        return value;
    }
    static void keep(std::string_view text, std::string& to) { to = text.substr(0, kName); }
    static std::optional<int64_t> timeOf(std::string_view text, bool number) {
        // Some writers quote them.
        if (text.empty() || (!number && text.find_first_not_of("0123456789.-+eE") != text.npos)) return std::nullopt;
        return nanoseconds(text);
    }
    void field(std::string_view text, bool number) {
        ChromeEvent& event = events_.open();
        switch (field_) {
        case Field::Phase:
            event.known = !number && text.size() == 1;
            event.phase = event.known ? text[0] : '\0';
            break;
        case Field::Name: return keep(text, event.label.name);
        case Field::Category: return keep(text, event.label.category);
        case Field::Time:
            event.time = timeOf(text, number);
            event.bad = event.bad || !event.time;
            break;
        case Field::Duration:
            event.duration = timeOf(text, number);
            event.bad = event.bad || !event.duration;
            break;
        case Field::Process:
            if (event.process = whole(text); !event.process) keep(text, event.processText);
            break;
        case Field::Thread:
            if (event.thread = whole(text); !event.thread) keep(text, event.threadText);
            break;
        case Field::Id: return keep(text, event.id);
        case Field::Arguments:
        case Field::Other: break;
        }
    }
    void argumentOf(std::string_view text, bool number) {
        ChromeEvent& event = events_.open();
        if (number && (event.phase == 'C' || event.phase == '\0') && event.counted.size() < kName)
            ((event.counted += argument_) += '\0').append(text).push_back('\0');
        number ? numberArgument(event, text) : textArgument(event, text);
    }
    void textArgument(ChromeEvent& event, std::string_view text) {
        switch (kind_) {
        case Argument::Layer: return keep(text, event.label.layer);
        case Argument::Kernel: return keep(text, event.label.kernel);
        case Argument::Text: return keep(text, event.arguments);
        case Argument::Name: keep(text, event.argumentName); [[fallthrough]];
        default: argumentText(text);
        }
    }
    void numberArgument(ChromeEvent& event, std::string_view text) {
        switch (kind_) {
        case Argument::SortIndex:
            event.hasSortIndex = true;
            event.sortIndex = whole(text).value_or(static_cast<int64_t>(std::clamp(numberOf(text), -1e15, 1e15)));
            break;
        case Argument::Number:
            event.number = static_cast<uint32_t>(std::clamp<int64_t>(whole(text).value_or(0), 0, Trace::kIsText - 1));
            break;
        case Argument::Flops: event.label.flops = numberOf(text); break;
        case Argument::Bytes: event.label.bytes = numberOf(text); break;
        default: argumentText(text);
        }
    }
    void argumentText(std::string_view text) {
        std::string& all = events_.open().arguments;
        if (all.size() >= kArguments) return;
        if (!all.empty()) all += ' ';
        ((all += argument_) += '=').append(text.substr(0, kArguments - std::min(kArguments, all.size())));
    }

    Batch& events_;
    std::string rootKey_, argument_;
    Field field_ = Field::Other;
    Argument kind_ = Argument::Other;
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

// A window parsed by itself.
struct Piece {
    std::string text;
    Batch events;
    bool whole = false;  // it held events and nothing else

    void parse(std::string_view window) {
        text = window.substr(window.find(','));
        text.front() = '[';
        text.push_back(']');
        events.clear();
        Handler handler(events, false);
        std::span<char> once(text);
        Cursor cursor([&once] { return std::exchange(once, {}); });
        rapidjson::Reader reader;
        whole = reader.Parse<kFlags>(cursor, handler) && cursor.Tell() == text.size();
    }
};

}  // namespace

Trace readChrome(const std::string& path, const TraceReading& reading) {
    std::array<Piece, JsonWindows::kSlots> pieces;
    JsonWindows windows(path, reading, [&](size_t slot, std::string_view window) { pieces[slot].parse(window); });
    ChromeEvents events;
    Batch batch;
    Handler handler(batch);
    Cursor cursor([&] {
        batch.giveTo(events);
        for (;;) {
            const JsonWindows::Window window = windows.next();
            if (!window.elements || !handler.betweenEvents() || !pieces[window.slot].whole) return window.bytes;
            pieces[window.slot].events.giveTo(events);
        }
    });
    rapidjson::Reader reader;
    // Chrome itself may leave the closing bracket out; any other end within is told.
    if (!reader.Parse<kFlags>(cursor, handler)) events.setCut();
    batch.giveTo(events);
    return events.finish(handler.base());
}

}  // namespace tl::trace
