// RapidJSON hands over one token after another from a small window of the file; each event object is taken when it
// closes, so a file of any size needs the memory of its slices. Format: "Trace Event Format" (Duca, Sinclair, 2016).
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
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>

#include <zlib.h>

#include "engine/core/error.h"
#include "engine/io/trace/formats.h"

namespace tl::trace {
namespace {

constexpr size_t kWindow = size_t{1} << 20;
constexpr int kDeepest = 200;       // of objects and lists in one another
constexpr size_t kName = 4000;      // bytes of a name that are kept
constexpr size_t kArguments = 600;  // and of an event's arguments

class Source {
public:
    using Ch = char;
    Source(const std::string& path, const TraceReading& reading)
        : path_(path), reading_(reading), file_(::gzopen(path.c_str(), "rb")),
          fileSize_(std::filesystem::file_size(path)), window_(kWindow) {
        if (!file_) throw Error(path, "a file that can be read", std::generic_category().message(errno));
        ::gzbuffer(file_.get(), 1 << 18);
        fill();
        // A byte order mark is none of JSON.
        if (end_ - at_ >= 3 && std::string_view(at_, 3) == "\xef\xbb\xbf") at_ += 3;
    }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    Ch Peek() const { return *at_; }
    Ch Take() {
        const Ch taken = *at_;
        if (at_ < end_ && ++at_ == end_) fill();
        return taken;
    }
    size_t Tell() const { return before_ + static_cast<size_t>(at_ - window_.data()); }
    Ch* PutBegin() { return nullptr; }
    void Put(Ch) {}
    void Flush() {}
    size_t PutEnd(Ch*) { return 0; }
    bool atEnd() const { return at_ == end_; }

private:
    void fill() {
        before_ += static_cast<size_t>(end_ - window_.data());
        const int read = ::gzread(file_.get(), window_.data(), static_cast<unsigned>(kWindow - 1));
        at_ = window_.data();
        end_ = at_ + std::max(read, 0);
        *end_ = '\0';  // what the parser takes for the end
        if (!reading_.progress) return;
        const auto share =
            static_cast<double>(::gzoffset(file_.get())) / static_cast<double>(std::max<uintmax_t>(fileSize_, 1));
        if (!reading_.progress(std::clamp(share, 0.0, 1.0))) givenUp(path_);
    }
    const std::string& path_;
    const TraceReading& reading_;
    std::unique_ptr<gzFile_s, decltype([](gzFile file) { ::gzclose(file); })> file_;
    uintmax_t fileSize_;
    std::vector<char> window_;
    char *at_ = window_.data(), *end_ = window_.data();
    size_t before_ = 0;
};

// "1234.567" microseconds as nanoseconds, exactly.
std::optional<int64_t> nanoseconds(std::string_view text) {
    const size_t point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    int64_t value = 0;
    const auto [stop, wrong] = std::from_chars(whole.data(), whole.data() + whole.size(), value);
    constexpr int64_t kMost = std::numeric_limits<int64_t>::max() / 4000;
    if (wrong == std::errc() && stop == whole.data() + whole.size() &&
        text.find_first_of("eE") == std::string_view::npos) {
        if (value > kMost || value < -kMost) return std::nullopt;
        value *= 1000;
        int64_t scale = whole.starts_with('-') ? -100 : 100;
        for (size_t i = point == std::string_view::npos ? text.size() : point + 1; i < text.size() && scale != 0; ++i) {
            value += scale * (text[i] - '0');
            scale /= 10;
        }
        return value;
    }
    const double number = std::strtod(std::string(text).c_str(), nullptr) * 1000;
    if (!(std::abs(number) < 2e18)) return std::nullopt;
    return std::llround(number);
}

double numberOf(std::string_view text) { return std::strtod(std::string(text).c_str(), nullptr); }

struct Event {
    char phase = 0;
    bool known = false;  // has a phase of one letter
    std::string name, category, id, layer, kernel, unit, argumentName;
    std::string arguments;  // "shape=[1,2] x=3"
    std::string counted;    // of a counter: its values as "key\0value\0..."
    std::optional<int64_t> time, duration, process, thread;
    std::string processText, threadText;
    double flops = 0, bytes = 0;
    uint32_t number = 0;
    int64_t sortIndex = 0;
    bool hasSortIndex = false;
    bool bad = false;

    void clear() {
        phase = 0;
        known = hasSortIndex = bad = false;
        for (std::string* text : {&name, &category, &id, &layer, &kernel, &unit, &argumentName, &arguments, &counted,
                                  &processText, &threadText})
            text->clear();
        time = duration = process = thread = std::nullopt;
        flops = bytes = 0;
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
        scratch_.name = event.name;
        scratch_.category = event.category;
        scratch_.layer = event.layer;
        scratch_.kernel = event.kernel;
        scratch_.flops = event.flops;
        scratch_.bytes = event.bytes;
        slice.label = builder_.label(scratch_);
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
            std::string name = event.name;
            if (!event.id.empty()) name += " " + event.id;
            const size_t counter = builder_.counter(process, alone ? name : name + " " + key);
            if (unit) builder_.counterAt(counter).unit = key;
            builder_.add(counter, TracePoint{*event.time, value});
        }
        seen(*event.time);
    }
    void describe(const Event& event) {
        const int64_t process = processOf(event);
        if (event.name == "process_name") builder_.process(process).name = event.argumentName;
        if (event.name == "process_sort_index" && event.hasSortIndex) builder_.process(process).order = event.sortIndex;
        if (event.name == "thread_name") builder_.threadAt(threadOf(event)).name = event.argumentName;
        if (event.name == "thread_sort_index" && event.hasSortIndex)
            builder_.threadAt(threadOf(event)).order = event.sortIndex;
    }
    // Those of one kind share a row, whatever their ids; the levels hold what runs at the same time.
    size_t trackOf(const Event& event) {
        const std::string kind = event.category.empty() ? event.name : event.category;
        const int64_t process = processOf(event);
        const size_t thread = builder_.thread(process, idOf(std::nullopt, "async " + kind, false));
        if (builder_.threadAt(thread).name.empty()) builder_.threadAt(thread).name = kind;
        return thread;
    }
    std::string keyOf(const Event& event) {
        return std::to_string(processOf(event)) + '\0' + event.category + '\0' + event.id + '\0' + event.name;
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
    TraceLabel scratch_;
    std::map<size_t, std::vector<TraceSlice>> open_;
    std::map<std::string, OpenAsync> async_;
    std::map<std::string, int64_t> words_;
    int64_t last_ = std::numeric_limits<int64_t>::min();
    int64_t lastProcess_ = std::numeric_limits<int64_t>::min(), lastId_ = 0;
    size_t lastThread_ = 0;
};

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
    bool RawNumber(const char* text, Size size, bool) { return scalar({text, size}, true); }
    bool String(const char* text, Size size, bool) { return scalar({text, size}, false); }
    bool Key(const char* text, Size size, bool) {
        const size_t kept = std::min<size_t>(size, kName);
        if (depth_ == 1) rootKey_.assign(text, kept);
        if (inEvent() && depth_ == eventDepth_) key_.assign(text, kept);
        if (inArguments()) argument_.assign(text, kept);
        return true;
    }
    bool StartObject() {
        if (inArguments()) argumentText("{…}");
        ++depth_;
        if (eventDepth_ == 0 && depth_ == listDepth_ + 1 && listDepth_ > 0) {
            eventDepth_ = depth_;
            event_.clear();
            key_.clear();
        } else if (inEvent() && depth_ == eventDepth_ + 1 && key_ == "args") {
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
    void field(std::string_view text, bool number) {
        const auto keep = [&](std::string& to) { to.assign(text.substr(0, kName)); };
        if (key_ == "ph") {
            event_.known = !number && text.size() == 1;
            event_.phase = event_.known ? text[0] : '\0';
        } else if (key_ == "name") {
            keep(event_.name);
        } else if (key_ == "cat") {
            keep(event_.category);
        } else if (key_ == "ts" || key_ == "dur") {
            // Some writers quote them.
            const auto time = text.empty() || (!number && text.find_first_not_of("0123456789.-+eE") != text.npos)
                                  ? std::nullopt
                                  : nanoseconds(text);
            event_.bad = event_.bad || !time;
            (key_ == "ts" ? event_.time : event_.duration) = time;
        } else if (key_ == "pid" || key_ == "tid") {
            const auto id = whole(text);
            (key_ == "pid" ? event_.process : event_.thread) = id;
            if (!id) keep(key_ == "pid" ? event_.processText : event_.threadText);
        } else if (key_ == "id") {
            keep(event_.id);
        }
    }
    void argumentOf(std::string_view text, bool number) {
        if (event_.phase == 'C' || event_.phase == '\0') {
            if (number && event_.counted.size() < kName)
                ((event_.counted += argument_) += '\0').append(text).push_back('\0');
        }
        const auto keep = [&](std::string& to) { to.assign(text.substr(0, kName)); };
        if (argument_ == "layer" && !number) return keep(event_.layer);
        if (argument_ == "kernel" && !number) return keep(event_.kernel);
        if (argument_ == "name" && !number) keep(event_.argumentName);
        if (argument_ == "text" && !number) return keep(event_.arguments);
        if (number) {
            if (argument_ == "sort_index") {
                event_.hasSortIndex = true;
                event_.sortIndex = whole(text).value_or(static_cast<int64_t>(std::clamp(numberOf(text), -1e15, 1e15)));
                return;
            }
            if (argument_ == "number") {
                event_.number =
                    static_cast<uint32_t>(std::clamp<int64_t>(whole(text).value_or(0), 0, Trace::kIsText - 1));
                return;
            }
            if (argument_ == "flops") return void(event_.flops = numberOf(text));
            if (argument_ == "bytes") return void(event_.bytes = numberOf(text));
        }
        argumentText(text);
    }
    void argumentText(std::string_view text) {
        std::string& all = event_.arguments;
        if (all.size() >= kArguments) return;
        if (!all.empty()) all += ' ';
        ((all += argument_) += '=').append(text.substr(0, kArguments - std::min(kArguments, all.size())));
    }

    Events& events_;
    Event event_;
    std::string rootKey_, key_, argument_;
    int depth_ = 0, listDepth_ = 0, eventDepth_ = 0, argumentsDepth_ = 0;
    int64_t base_ = 0;
};

}  // namespace

Trace readChrome(const std::string& path, const TraceReading& reading) {
    Source source(path, reading);
    Events events;
    Handler handler(events);
    rapidjson::Reader reader;
    constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag |
                                rapidjson::kParseNanAndInfFlag | rapidjson::kParseTrailingCommasFlag |
                                rapidjson::kParseStopWhenDoneFlag;
    // Chrome itself may leave the closing bracket out; any other end within is told.
    if (!reader.Parse<kFlags>(source, handler)) events.setCut();
    return events.finish(handler.base());
}

}  // namespace tl::trace
