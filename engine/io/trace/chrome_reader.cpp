// RapidJSON hands over one token after another, in its place in a small window of the file; each event object is taken
// when it closes, so a file of any size needs the memory of its slices. Format: "Trace Event Format" (Duca, Sinclair,
// 2016).
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
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>

#include <zlib.h>

#include "engine/core/error.h"
#include "engine/io/trace/formats.h"

namespace tl::trace {
namespace {

constexpr size_t kWindow = size_t{1} << 18;   // bytes that are parsed at once; two windows stay in a core's cache
constexpr size_t kLargest = size_t{1} << 25;  // no token is larger
constexpr int kDeepest = 200;                 // of objects and lists in one another
constexpr size_t kName = 4000;                // bytes of a name that are kept
constexpr size_t kArguments = 600;            // and of an event's arguments

// The file, unpacked, in windows that end after a token, so that each can be parsed in its place. A thread of its own
// fills the next one meanwhile.
class Windows {
public:
    Windows(const std::string& path, const TraceReading& reading)
        : path_(path), reading_(reading), file_(::gzopen(path.c_str(), "rb")),
          fileSize_(std::filesystem::file_size(path)) {
        if (!file_) throw Error(path, "a file that can be read", std::generic_category().message(errno));
        ::gzbuffer(file_.get(), 1 << 18);
        reader_ = std::jthread([this](const std::stop_token& stop) { readAhead(stop); });
    }
    Windows(const Windows&) = delete;
    Windows& operator=(const Windows&) = delete;

    // What comes next, which stands until the next call, with a '\0' behind it; empty at the end. Throws Error when
    // given up.
    std::span<char> next() {
        std::unique_lock lock(mutex_);
        if (parsing_) {
            --filled_;
            turn_ = 1 - turn_;
            changed_.notify_all();
        }
        parsing_ = true;
        changed_.wait(lock, [&] { return filled_ > 0; });
        lock.unlock();
        Window& window = windows_[turn_];
        if (reading_.progress && !reading_.progress(std::clamp(window.share, 0.0, 1.0))) givenUp(path_);
        return {window.bytes.data(), window.size};
    }

private:
    struct Window {
        std::vector<char> bytes;
        size_t size = 0;
        double share = 0;  // of the file, when it was read
    };

    void readAhead(const std::stop_token& stop) {
        for (size_t turn = 0;; turn = 1 - turn) {
            std::unique_lock lock(mutex_);
            if (!changed_.wait(lock, stop, [&] { return filled_ < windows_.size(); })) return;
            lock.unlock();
            fill(windows_[turn]);
            lock.lock();
            ++filled_;
            changed_.notify_all();
            if (windows_[turn].size == 0) return;
        }
    }
    void fill(Window& window) {
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
        rest_.assign(bytes.begin() + static_cast<std::ptrdiff_t>(window.size), bytes.end());
        bytes.resize(window.size + 1);
        bytes[window.size] = '\0';
        window.share =
            static_cast<double>(::gzoffset(file_.get())) / static_cast<double>(std::max<uintmax_t>(fileSize_, 1));
    }
    // Where the last text or bracket ends that certainly is whole, in what begins between two tokens: no text of JSON
    // holds the end of a line as it is. Where that finds none, where an object ends.
    static size_t lastToken(std::string_view text, bool end) {
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

    const std::string& path_;
    const TraceReading& reading_;
    std::unique_ptr<gzFile_s, decltype([](gzFile file) { ::gzclose(file); })> file_;
    uintmax_t fileSize_;
    std::array<Window, 2> windows_;
    std::vector<char> rest_;  // after the last token of the last window
    std::mutex mutex_;
    std::condition_variable_any changed_;
    size_t filled_ = 0;  // windows, the one that is parsed among them
    size_t turn_ = 0;
    bool parsing_ = false;
    std::jthread reader_;  // the last: ends before what it reads into
};

// What the parser reads, and unpacks texts into, in their own place. Windows change between two tokens alone.
class Cursor {
public:
    using Ch = char;
    explicit Cursor(Windows& windows) : windows_(&windows) {
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
        const std::span<char> window = windows_->next();
        ended_ = window.empty();
        if (ended_ && begin_) return;  // a number may end where the file does: its letters stay
        begin_ = at_ = window.data();
        end_ = begin_ + window.size();
    }
    Windows* windows_;
    char *begin_ = nullptr, *at_ = nullptr, *end_ = nullptr, *to_ = nullptr;
    size_t before_ = 0;
    bool ended_ = false;
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// "1234.567" microseconds as nanoseconds, exactly.
std::optional<int64_t> nanoseconds(std::string_view text) {
    constexpr int64_t kMost = std::numeric_limits<int64_t>::max() / 4000;  // of microseconds: sums stay whole
    const bool negative = text.starts_with('-');
    size_t at = negative ? 1 : 0;
    const size_t first = at;
    int64_t value = 0;
    for (; at < text.size() && at < first + 18 && isDigit(text[at]); ++at) value = 10 * value + (text[at] - '0');
    if (at > first && (at == text.size() || text[at] == '.')) {
        if (value > kMost) return std::nullopt;
        value *= 1000;
        if (at < text.size()) ++at;
        for (int scale = 100; at < text.size() && isDigit(text[at]); ++at, scale /= 10)
            value += scale * (text[at] - '0');
        if (at == text.size()) return negative ? -value : value;
    }
    const double number = std::strtod(std::string(text).c_str(), nullptr) * 1000;
    if (!(std::abs(number) < 2e18)) return std::nullopt;
    return std::llround(number);
}

double numberOf(std::string_view text) { return std::strtod(std::string(text).c_str(), nullptr); }

struct Event {
    char phase = 0;
    bool known = false;  // has a phase of one letter
    TraceLabel label;
    std::string id, argumentName;
    std::string arguments;  // "shape=[1,2] x=3"
    std::string counted;    // of a counter: its values as "key\0value\0..."
    std::optional<int64_t> time, duration, process, thread;
    std::string processText, threadText;
    uint32_t number = 0;
    int64_t sortIndex = 0;
    bool hasSortIndex = false;
    bool bad = false;

    void clear() {
        phase = 0;
        known = hasSortIndex = bad = false;
        for (std::string* text : {&label.name, &label.category, &label.layer, &label.kernel, &id, &argumentName,
                                  &arguments, &counted, &processText, &threadText})
            text->clear();
        time = duration = process = thread = std::nullopt;
        label.flops = label.bytes = 0;
        number = 0;
        sortIndex = 0;
    }
};

// Turns events into slices.
class Events {
public:
    void take(const Event& event) {
        if (event.bad || !event.known) return builder_.countBad();
        switch (event.phase) {
        case 'X': return complete(event);
        case 'B': return begin(event);
        case 'E': return end(event);
        case 'C': return count(event);
        case 'M': return describe(event);
        case 'i':
        case 'I': return instant(event);
        case 'b':
        case 'S': return beginAsync(event);
        case 'e':
        case 'F': return endAsync(event);
        default:
            // Flows, async instants, snapshots of objects, samples and what is new: nothing to draw.
            if (std::string_view("stfnTpNODPRcva(){}").find(event.phase) == std::string_view::npos) builder_.countBad();
        }
    }

    Trace finish(int64_t base) {
        // What never ended lasts to the end.
        for (auto& [thread, open] : open_)
            for (const TraceSlice& slice : open) close(thread, slice, last_);
        for (auto& [key, open] : async_) close(open.thread, open.slice, last_);
        Trace trace = builder_.finish();
        trace.origin += base;
        return trace;
    }
    void setCut() { builder_.setCut(); }

private:
    struct OpenAsync {
        size_t thread;
        TraceSlice slice;
    };

    int64_t idOf(const std::optional<int64_t>& number, const std::string& text, bool process) {
        if (number) return *number;
        if (text.empty()) return 0;
        // Ids that are words get numbers out of the way of real ones.
        const auto [found, fresh] =
            words_.emplace((process ? "p" : "t") + text, -1000 - static_cast<int64_t>(words_.size()));
        if (fresh && process) builder_.process(found->second).name = text;
        return found->second;
    }
    int64_t processOf(const Event& event) { return idOf(event.process, event.processText, true); }
    size_t threadOf(const Event& event) {
        const int64_t process = processOf(event), id = idOf(event.thread, event.threadText, false);
        if (process == lastProcess_ && id == lastId_) return lastThread_;
        lastProcess_ = process;
        lastId_ = id;
        lastThread_ = builder_.thread(process, id);
        if (!event.threadText.empty() && builder_.threadAt(lastThread_).name.empty())
            builder_.threadAt(lastThread_).name = event.threadText;
        return lastThread_;
    }
    TraceSlice sliceOf(const Event& event) {
        TraceSlice slice;
        slice.begin = *event.time;
        slice.label = builder_.label(event.label);
        slice.detail = event.arguments.empty() ? event.number : builder_.detail(event.arguments);
        return slice;
    }
    void close(size_t thread, TraceSlice slice, int64_t at) {
        slice.duration = std::max<int64_t>(0, at - slice.begin);
        builder_.add(thread, slice);
    }
    void seen(int64_t time) { last_ = std::max(last_, time); }

    void complete(const Event& event) {
        if (!event.time || (event.duration && *event.duration < 0)) return builder_.countBad();
        TraceSlice slice = sliceOf(event);
        slice.duration = event.duration.value_or(0);
        builder_.add(threadOf(event), slice);
        seen(slice.end());
    }
    void begin(const Event& event) {
        if (!event.time) return builder_.countBad();
        open_[threadOf(event)].push_back(sliceOf(event));
        seen(*event.time);
    }
    void end(const Event& event) {
        const size_t thread = threadOf(event);
        const auto found = open_.find(thread);
        if (!event.time || found == open_.end() || found->second.empty()) return builder_.countBad();
        close(thread, found->second.back(), *event.time);
        found->second.pop_back();
        seen(*event.time);
    }
    void instant(const Event& event) {
        if (!event.time) return builder_.countBad();
        builder_.add(threadOf(event), sliceOf(event));
        seen(*event.time);
    }
    void count(const Event& event) {
        if (!event.time || event.counted.empty()) return builder_.countBad();
        const int64_t process = processOf(event);
        size_t values = 0;
        for (const char c : event.counted) values += c == '\0';
        for (size_t at = 0; at < event.counted.size();) {
            const size_t middle = event.counted.find('\0', at), stop = event.counted.find('\0', middle + 1);
            const std::string key = event.counted.substr(at, middle - at);
            const double value = numberOf(std::string_view(event.counted).substr(middle + 1, stop - middle - 1));
            at = stop + 1;
            const bool alone = values == 2;
            const bool unit = alone && (key == "B" || key == "%" || key == "batches" || key == "cores");
            std::string name = event.label.name;
            if (!event.id.empty()) name += " " + event.id;
            const size_t counter = builder_.counter(process, alone ? name : name + " " + key);
            if (unit) builder_.counterAt(counter).unit = key;
            builder_.add(counter, TracePoint{*event.time, value});
        }
        seen(*event.time);
    }
    void describe(const Event& event) {
        const int64_t process = processOf(event);
        if (event.label.name == "process_name") builder_.process(process).name = event.argumentName;
        if (event.label.name == "process_sort_index" && event.hasSortIndex)
            builder_.process(process).order = event.sortIndex;
        if (event.label.name == "thread_name") builder_.threadAt(threadOf(event)).name = event.argumentName;
        if (event.label.name == "thread_sort_index" && event.hasSortIndex)
            builder_.threadAt(threadOf(event)).order = event.sortIndex;
    }
    // Those of one kind share a row, whatever their ids; the levels hold what runs at the same time.
    size_t trackOf(const Event& event) {
        const std::string kind = event.label.category.empty() ? event.label.name : event.label.category;
        const int64_t process = processOf(event);
        const size_t thread = builder_.thread(process, idOf(std::nullopt, "async " + kind, false));
        if (builder_.threadAt(thread).name.empty()) builder_.threadAt(thread).name = kind;
        return thread;
    }
    std::string keyOf(const Event& event) {
        return std::to_string(processOf(event)) + '\0' + event.label.category + '\0' + event.id + '\0' +
               event.label.name;
    }
    void beginAsync(const Event& event) {
        if (!event.time) return builder_.countBad();
        async_.insert_or_assign(keyOf(event), OpenAsync{trackOf(event), sliceOf(event)});
        seen(*event.time);
    }
    void endAsync(const Event& event) {
        const auto found = async_.find(keyOf(event));
        if (!event.time || found == async_.end()) return builder_.countBad();
        close(found->second.thread, found->second.slice, *event.time);
        async_.erase(found);
        seen(*event.time);
    }

    TraceBuilder builder_;
    std::map<size_t, std::vector<TraceSlice>> open_;
    std::map<std::string, OpenAsync> async_;
    std::map<std::string, int64_t> words_;
    int64_t last_ = std::numeric_limits<int64_t>::min();
    int64_t lastProcess_ = std::numeric_limits<int64_t>::min(), lastId_ = 0;
    size_t lastThread_ = 0;
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

// Knows where in the document a token stands: in the list of events, in an event, in its arguments, or elsewhere.
class Handler {
public:
    using Size = rapidjson::SizeType;
    explicit Handler(Events& events) : events_(events) {}

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
            event_.clear();
            field_ = Field::Other;
        } else if (inEvent() && depth_ == eventDepth_ + 1 && field_ == Field::Arguments) {
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
        if (inArguments()) argumentText("[…]");
        ++depth_;
        if (listDepth_ == 0 && (depth_ == 1 || (depth_ == 2 && rootKey_ == "traceEvents"))) listDepth_ = depth_;
        return depth_ <= kDeepest;
    }
    bool EndArray(Size) {
        if (depth_ == listDepth_) listDepth_ = 0;
        --depth_;
        return true;
    }
    int64_t base() const { return base_; }

private:
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
            events_.take({});  // something in the list that is no event
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
        switch (field_) {
        case Field::Phase:
            event_.known = !number && text.size() == 1;
            event_.phase = event_.known ? text[0] : '\0';
            break;
        case Field::Name: return keep(text, event_.label.name);
        case Field::Category: return keep(text, event_.label.category);
        case Field::Time:
            event_.time = timeOf(text, number);
            event_.bad = event_.bad || !event_.time;
            break;
        case Field::Duration:
            event_.duration = timeOf(text, number);
            event_.bad = event_.bad || !event_.duration;
            break;
        case Field::Process:
            if (event_.process = whole(text); !event_.process) keep(text, event_.processText);
            break;
        case Field::Thread:
            if (event_.thread = whole(text); !event_.thread) keep(text, event_.threadText);
            break;
        case Field::Id: return keep(text, event_.id);
        case Field::Arguments:
        case Field::Other: break;
        }
    }
    void argumentOf(std::string_view text, bool number) {
        if (number && (event_.phase == 'C' || event_.phase == '\0') && event_.counted.size() < kName)
            ((event_.counted += argument_) += '\0').append(text).push_back('\0');
        number ? numberArgument(text) : textArgument(text);
    }
    void textArgument(std::string_view text) {
        switch (kind_) {
        case Argument::Layer: return keep(text, event_.label.layer);
        case Argument::Kernel: return keep(text, event_.label.kernel);
        case Argument::Text: return keep(text, event_.arguments);
        case Argument::Name: keep(text, event_.argumentName); [[fallthrough]];
        default: argumentText(text);
        }
    }
    void numberArgument(std::string_view text) {
        switch (kind_) {
        case Argument::SortIndex:
            event_.hasSortIndex = true;
            event_.sortIndex = whole(text).value_or(static_cast<int64_t>(std::clamp(numberOf(text), -1e15, 1e15)));
            break;
        case Argument::Number:
            event_.number = static_cast<uint32_t>(std::clamp<int64_t>(whole(text).value_or(0), 0, Trace::kIsText - 1));
            break;
        case Argument::Flops: event_.label.flops = numberOf(text); break;
        case Argument::Bytes: event_.label.bytes = numberOf(text); break;
        default: argumentText(text);
        }
    }
    void argumentText(std::string_view text) {
        std::string& all = event_.arguments;
        if (all.size() >= kArguments) return;
        if (!all.empty()) all += ' ';
        ((all += argument_) += '=').append(text.substr(0, kArguments - std::min(kArguments, all.size())));
    }

    Events& events_;
    Event event_;
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

Trace readChrome(const std::string& path, const TraceReading& reading) {
    Windows windows(path, reading);
    Events events;
    Handler handler(events);
    Cursor cursor(windows);
    // It calls itself for what lies in one another, which the handler ends at kDeepest.
    constexpr unsigned kFlags = rapidjson::kParseInsituFlag | rapidjson::kParseNumbersAsStringsFlag |
                                rapidjson::kParseNanAndInfFlag | rapidjson::kParseTrailingCommasFlag |
                                rapidjson::kParseStopWhenDoneFlag;
    rapidjson::Reader reader;
    // Chrome itself may leave the closing bracket out; any other end within is told.
    if (!reader.Parse<kFlags>(cursor, handler)) events.setCut();
    return events.finish(handler.base());
}

}  // namespace tl::trace
