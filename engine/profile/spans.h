// What each thread did and when: a span is a name with a beginning and an end, written into a ring of the thread's own,
// without a lock and without waiting (some 10 ns), all the time. The rings hold the last seconds; a collector takes
// what came since its last look. Writing and collecting: any thread, a collector from one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/profile/ticks.h"

namespace tl {

enum class SpanCategory : uint8_t {
    Data,
    Augment,
    Wait,
    Forward,
    Backward,
    Update,
    Validation,
    Checkpoint,
    Window,
    OpByOp,  // looked at by somebody: part of no step that counts (StepReplay)
    Other
};
const char* nameOf(SpanCategory category);  // "data", "forward", ...

struct SpanInfo {
    std::string name;    // "Conv2D", "load images"
    std::string layer;   // "conv_1"; may be empty
    std::string detail;  // the kernel's implementation; may be empty
    SpanCategory category = SpanCategory::Other;
    double flops = 0, bytes = 0;  // what one span of it computes and moves; 0: not known
    friend auto operator<=>(const SpanInfo&, const SpanInfo&) = default;
};

using SpanName = uint32_t;
SpanName spanName(const SpanInfo& info);  // the same for the same info, for ever; takes a lock: once, not in a loop
SpanInfo spanInfo(SpanName name);

// What the calling thread is about: the threads that help it name their spans so, or write none where it is 0.
inline thread_local SpanName spanUnderWay = 0;

namespace detail {
inline thread_local uint8_t spanDepth = 0;  // open spans of this thread
}

// Into the calling thread's ring, within the spans that are open. `number` goes with it: a step, a count of images; 0
// for the part of a kernel that a helping thread does.
void recordSpan(SpanName name, uint64_t beginTicks, uint64_t endTicks, uint32_t number = 0);
// A counter's value from now on: bytes, batches, images a second. Some 10 ns.
void recordCounter(SpanName name, double value);
// "training", "loader 2"; for threads that never say it, "thread N".
void nameThread(const std::string& name);

class Span {
public:
    explicit Span(SpanName name, uint32_t number = 0) : name_(name), number_(number), begin_(ticks()) {
        ++detail::spanDepth;
    }
    ~Span() {
        --detail::spanDepth;
        recordSpan(name_, begin_, ticks(), number_);
    }
    Span(const Span&) = delete;
    Span& operator=(const Span&) = delete;

private:
    SpanName name_;
    uint32_t number_;
    uint64_t begin_;
};

struct SpanRecord {
    uint64_t begin = 0, end = 0;  // ticks
    SpanName name = 0;
    uint32_t number = 0;
    uint8_t depth = 0;  // spans of the same thread that were open around it
};

struct CounterRecord {
    uint64_t at = 0;  // ticks
    SpanName name = 0;
    double value = 0;
};

struct ThreadSpans {
    int thread = 0;  // in the order in which threads wrote their first span
    std::string name;
    std::vector<SpanRecord> spans;  // in the order of their ends
    uint64_t lost = 0;              // written since the last look and overwritten before this one
    std::vector<CounterRecord> counters = {};
};

class SpanCollector {
public:
    enum class Start { Now, Oldest };  // Oldest: with what the rings still hold
    explicit SpanCollector(Start start);
    ~SpanCollector();
    std::vector<ThreadSpans> collect();  // threads that wrote something since the last call

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tl
