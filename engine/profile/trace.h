// A timeline as a value, wherever it comes from: processes, their threads with nested slices, and counters. A label is
// what slices of one kind share; slices hold its number. Times are ns from the trace's own beginning. A finished trace
// never changes; copies share their blocks.
#pragma once

#include <limits>
#include <map>
#include <string>
#include <unordered_map>

#include "engine/profile/trace_lane.h"

namespace tl {

struct TraceLabel {
    std::string name;             // "Conv2D", "load items"
    std::string category;         // "forward", "data"; of other programs whatever they say
    std::string layer;            // "conv_1"; may be empty
    std::string kernel;           // the kernel's implementation; may be empty
    double flops = 0, bytes = 0;  // what one slice computes and moves; 0: not known
    friend bool operator==(const TraceLabel&, const TraceLabel&) = default;
};

struct TraceProcess {
    int64_t id = 0;
    std::string name;
    int64_t order = 0;
};

struct TraceThread {
    int64_t process = 0, id = 0;
    std::string name;
    int64_t order = 0;
    std::vector<TraceLane> levels;  // the outermost slices first
    // What it did before was not kept, however much that was. ns
    int64_t knownFrom = std::numeric_limits<int64_t>::min();
};

struct TracePoint {
    int64_t time = 0;
    double value = 0;  // from then on
};

// A counter over time, with the least and greatest of any range at once.
class TraceCounter {
public:
    int64_t process = 0;
    std::string name;
    std::string unit;  // "B"; may be empty

    void append(const TracePoint& point);  // in order of time
    void dropBefore(int64_t time);
    TraceCounter share();
    uint64_t size() const { return size_; }
    const TracePoint& operator[](uint64_t i) const { return blocks_[i / kBlock]->points[i % kBlock]; }
    uint64_t firstFrom(int64_t time) const;
    struct Extent {
        double least = 0, greatest = 0;
    };
    Extent extent(uint64_t begin, uint64_t end) const;  // of a range that is not empty

private:
    static constexpr uint64_t kBlock = 512;
    struct Block {
        std::vector<TracePoint> points;
        Extent extent;
    };
    std::vector<std::shared_ptr<Block>> blocks_;
    uint64_t size_ = 0;
    bool shared_ = false;
};

struct Trace {
    std::vector<TraceProcess> processes;
    std::vector<TraceThread> threads;
    std::vector<TraceCounter> counters;
    std::vector<TraceLabel> labels;
    int64_t begin = 0, end = 0;  // of what it holds, ns
    int64_t origin = 0;          // time 0 on the clock of who wrote it: ns since 1970, or since some start of his
    uint64_t bad = 0;            // records that could not be read
    uint64_t lost = 0;           // spans that came too fast to be kept
    bool cut = false;            // the file ended within a record
    std::string details;         // texts of slices, by offset

    const TraceLabel& labelOf(const TraceSlice& slice) const { return labels[slice.label]; }
    // What a slice says beside its label: a number (a step, a count of images), or a text such as "shape=[3,5] x=1".
    static constexpr uint32_t kIsText = 1u << 31;
    uint32_t number(const TraceSlice& slice) const { return (slice.detail & kIsText) != 0 ? 0 : slice.detail; }
    std::string text(const TraceSlice& slice) const;

    uint64_t slices() const;
    LabelSet named(const std::string& name) const;
    LabelSet ofLayer(const std::string& layer) const;
    // Whose name, layer, kernel or category holds the text, be the letters large or small.
    LabelSet matching(const std::string& text) const;
};

// The number of each label in a list of them.
class TraceLabelNumbers {
public:
    uint32_t of(const TraceLabel& label, std::vector<TraceLabel>& labels);  // put there if it is not

private:
    std::unordered_map<std::string, uint32_t> numbers_;
    std::string key_;  // of a label, while it is looked up
};

// Takes slices and points in any order and nests them. Its memory is that of the trace and of the slices of the few
// largest threads once more.
class TraceBuilder {
public:
    static constexpr size_t kLevels = 256;  // deeper slices count as bad

    uint32_t label(const TraceLabel& label) { return labels_.of(label, trace_.labels); }
    size_t thread(int64_t process, int64_t id);
    size_t counter(int64_t process, const std::string& name);
    void add(size_t thread, const TraceSlice& slice) { staged_[thread].push_back(slice); }
    void add(size_t counter, const TracePoint& point) { points_[counter].push_back(point); }
    // Text for a slice's detail; 0 when there is no more room for texts (they take 256 MiB at most).
    uint32_t detail(std::string_view text);
    TraceProcess& process(int64_t id);
    TraceThread& threadAt(size_t index) { return trace_.threads[index]; }
    TraceCounter& counterAt(size_t index) { return trace_.counters[index]; }
    void countBad() { ++trace_.bad; }
    void setCut() { trace_.cut = true; }

    // begins at 0 unless `keepTimes`. Nothing may be added afterwards.
    Trace finish(bool keepTimes = false);

private:
    void nestAll(int64_t origin);
    void nest(size_t thread, int64_t origin);

    Trace trace_;
    TraceLabelNumbers labels_;
    std::map<std::pair<int64_t, int64_t>, size_t> threads_;  // by process and thread
    std::unordered_map<std::string, size_t> counters_;
    std::unordered_map<int64_t, size_t> processes_;
    std::vector<std::vector<TraceSlice>> staged_;
    std::vector<std::vector<TracePoint>> points_;
};

}  // namespace tl
