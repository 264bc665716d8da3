// Keeps the spans of some steps whole: from the first of them to the end of the last, of all threads. A step is a span
// named stepSpan() with its number.
#pragma once

#include <map>

#include "engine/profile/spans.h"

namespace tl {

SpanName stepSpan();
// Around all that is done of a step op by op, before it is done as ever: copies, ops, standing between them.
SpanName opByOpSpan();

// A finished piece of time.
struct Recording {
    uint64_t begin = 0, end = 0;  // ticks
    std::vector<ThreadSpans> threads;
    uint64_t lost() const;
};

class StepRecording {
public:
    // Steps count from 1; a first one of 0 is the next to begin. Collects from now on.
    StepRecording(int64_t firstStep, int64_t steps);
    // Takes in what came since the last call, which must not be longer ago than the rings last (a second is safe).
    // True once all the steps are there; a run that ends earlier leaves what there is to take().
    bool poll();
    bool began() const { return begin_ != 0; }
    int64_t done() const { return done_; }  // of the wanted steps
    size_t bytes() const;                   // in memory so far
    Recording take();

private:
    uint32_t first_, last_, steps_;
    uint64_t asked_ = ticks();
    int64_t done_ = 0;
    SpanCollector collector_{SpanCollector::Start::Now};
    std::map<int, ThreadSpans> threads_;
    uint64_t begin_ = 0, end_ = 0;
    bool complete_ = false;
};

}  // namespace tl
