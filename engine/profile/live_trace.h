// Spans as a trace: of a finished recording, or of the last seconds while more come in. A live trace grows by what the
// rings bring and hands out copies, which share all but the last blocks. Any thread, one at a time.
#pragma once

#include <map>

#include "engine/profile/recording.h"
#include "engine/profile/trace.h"

namespace tl {

Trace traceOf(const Recording& recording, const std::string& process);

// Spans appended to a trace, on a clock that runs evenly from its first tick on.
class TraceFeed {
public:
    TraceFeed(uint64_t origin, std::string process);
    void append(const std::vector<ThreadSpans>& spans);
    int64_t time(uint64_t ticks) const;  // ns from the origin
    void dropBefore(int64_t time);
    Trace& trace() { return trace_; }
    Trace share();

private:
    void appendSpans(const ThreadSpans& spans);
    size_t rowOf(const ThreadSpans& spans);
    uint32_t labelOf(SpanName name);
    TraceCounter& counterOf(SpanName name);

    uint64_t origin_;
    double perTick_;
    Trace trace_;
    std::map<int, size_t> rows_;  // by the spans' thread
    std::map<SpanName, uint32_t> labels_;
    std::map<SpanName, size_t> counters_;
};

// What the rings hold of the last seconds in which a thread other than the window's did something: the last steps of a
// run, however long it has stood or been over since. Nothing that began before `since` (ticks).
std::shared_ptr<const Trace> lastSeconds(double seconds, uint64_t since = 0);

class LiveTrace {
public:
    // With what the rings still hold from before, but of nothing before `since` (ticks).
    explicit LiveTrace(double secondsKept, uint64_t since = 0);
    // Takes in what came; the last seconds as they are now.
    std::shared_ptr<const Trace> poll();

private:
    SpanCollector collector_{SpanCollector::Start::Oldest};
    int64_t kept_;  // ns
    uint64_t since_;
    TraceFeed feed_;
};

}  // namespace tl
