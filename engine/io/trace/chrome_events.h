// One event of a Chrome trace, and what becomes of events: slices, counters, names ("Trace Event Format", Duca,
// Sinclair, 2016).
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/trace/formats.h"

namespace tl::trace {

// "1234.567" microseconds as nanoseconds, exactly; nothing for what no clock tells.
std::optional<int64_t> nanoseconds(std::string_view text);
double numberOf(std::string_view text);

// What the keys of an event mean here.
enum class ChromeField : uint8_t { Other, Phase, Name, Category, Time, Duration, Process, Thread, Id, Arguments };
ChromeField chromeFieldOf(std::string_view key);

struct ChromeEvent {
    static constexpr size_t kName = 4000;  // bytes of a name that are kept
    // A text, or a number's, true's, false's or null's letters; `number`: whether they are a number's.
    void set(ChromeField field, std::string_view text, bool number);
    void setArgument(std::string_view key, std::string_view text, bool number);
    void describe(std::string_view key, std::string_view text);  // in `arguments`

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

private:
    void setTextArgument(std::string_view key, std::string_view text);
    void setNumberArgument(std::string_view key, std::string_view text);
};

struct ChromeSlice {
    TraceSlice slice;
    int64_t process = 0, thread = 0;
};

// Turns events into slices.
class ChromeEvents {
public:
    void take(const ChromeEvent& event) {
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
    void countBad() { builder_.countBad(); }
    // Of a complete event without words for ids. `arguments`: in place of a number, where there are any.
    void add(const ChromeSlice& one, std::string_view arguments) {
        TraceSlice slice = one.slice;
        if (!arguments.empty()) slice.detail = builder_.detail(arguments);
        builder_.add(threadOf(one.process, one.thread), slice);
        seen(slice.end());
    }
    uint32_t labelOf(const TraceLabel& label) { return builder_.label(label); }

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
    int64_t processOf(const ChromeEvent& event) { return idOf(event.process, event.processText, true); }
    size_t threadOf(const ChromeEvent& event) {
        const size_t thread = threadOf(processOf(event), idOf(event.thread, event.threadText, false));
        if (!event.threadText.empty() && builder_.threadAt(thread).name.empty())
            builder_.threadAt(thread).name = event.threadText;
        return thread;
    }
    size_t threadOf(int64_t process, int64_t id) {
        if (process == lastProcess_ && id == lastId_) return lastThread_;
        lastProcess_ = process;
        lastId_ = id;
        return lastThread_ = builder_.thread(process, id);
    }
    TraceSlice sliceOf(const ChromeEvent& event) {
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

    void complete(const ChromeEvent& event) {
        if (!event.time || (event.duration && *event.duration < 0)) return builder_.countBad();
        TraceSlice slice = sliceOf(event);
        slice.duration = event.duration.value_or(0);
        builder_.add(threadOf(event), slice);
        seen(slice.end());
    }
    void begin(const ChromeEvent& event) {
        if (!event.time) return builder_.countBad();
        open_[threadOf(event)].push_back(sliceOf(event));
        seen(*event.time);
    }
    void end(const ChromeEvent& event) {
        const size_t thread = threadOf(event);
        const auto found = open_.find(thread);
        if (!event.time || found == open_.end() || found->second.empty()) return builder_.countBad();
        close(thread, found->second.back(), *event.time);
        found->second.pop_back();
        seen(*event.time);
    }
    void instant(const ChromeEvent& event) {
        if (!event.time) return builder_.countBad();
        builder_.add(threadOf(event), sliceOf(event));
        seen(*event.time);
    }
    void count(const ChromeEvent& event) {
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
    void describe(const ChromeEvent& event) {
        const int64_t process = processOf(event);
        if (event.label.name == "process_name") builder_.process(process).name = event.argumentName;
        if (event.label.name == "process_sort_index" && event.hasSortIndex)
            builder_.process(process).order = event.sortIndex;
        if (event.label.name == "thread_name") builder_.threadAt(threadOf(event)).name = event.argumentName;
        if (event.label.name == "thread_sort_index" && event.hasSortIndex)
            builder_.threadAt(threadOf(event)).order = event.sortIndex;
    }
    // Those of one kind share a row, whatever their ids; the levels hold what runs at the same time.
    size_t trackOf(const ChromeEvent& event) {
        const std::string kind = event.label.category.empty() ? event.label.name : event.label.category;
        const int64_t process = processOf(event);
        const size_t thread = builder_.thread(process, idOf(std::nullopt, "async " + kind, false));
        if (builder_.threadAt(thread).name.empty()) builder_.threadAt(thread).name = kind;
        return thread;
    }
    std::string keyOf(const ChromeEvent& event) {
        return std::to_string(processOf(event)) + '\0' + event.label.category + '\0' + event.id + '\0' +
               event.label.name;
    }
    void beginAsync(const ChromeEvent& event) {
        if (!event.time) return builder_.countBad();
        async_.insert_or_assign(keyOf(event), OpenAsync{trackOf(event), sliceOf(event)});
        seen(*event.time);
    }
    void endAsync(const ChromeEvent& event) {
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

// What became of the events of a window while those before it are not known yet: most are slices, and take a tenth of
// an event's room.
class ChromeBatch {
public:
    void take(const ChromeEvent& event);
    void giveTo(ChromeEvents& events);
    void clear();

private:
    struct Item {
        ChromeSlice slice;  // its label is one of labels_
        uint32_t text = 0, textSize = 0;
        uint32_t event = kSlice;  // of events_
    };
    static constexpr uint32_t kSlice = UINT32_MAX, kBad = kSlice - 1, kUnknown = UINT32_MAX;
    std::vector<Item> items_;
    std::string texts_;
    std::vector<ChromeEvent> events_;
    // Of one window after another.
    TraceLabelNumbers numbers_;
    std::vector<TraceLabel> labels_;
    std::vector<uint32_t> known_;  // their numbers in the trace
};

}  // namespace tl::trace
