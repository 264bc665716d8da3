// What a stretch of a timeline is made of: its ops with count, time and speed, and its steps with where their time
// went. Slices that reach over an end count with what lies within. Any thread.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "engine/profile/trace.h"

namespace tl {

struct OpRow {
    uint32_t label = 0;
    double count = 0;                               // a slice that is half in the area counts half
    int64_t touched = 0;                            // slices; one that is cut is one, too
    double inSteps = 0;                             // of them, within the whole steps, where there are any
    double work = 0;                                // count with the further parts of a kernel, which are no ops
    double total = 0, self = 0;                     // seconds; self: without the slices within. See Stands
    double flopsPerSecond = 0, bytesPerSecond = 0;  // of its total; 0: not known
    // Its self time as a part of what lies in the stretch of the steps that it touches (of the stretch, where there are
    // none), of the threads that do steps: all such rows together are at most 1. Of an op beside the steps: a part of
    // its own threads' time.
    double share = 0;
    bool beside = false;  // on threads that do no steps: loaders, writers, the window
    size_t thread = 0;    // of Trace::threads: the last that has it
    int threads = 0;      // that have it
    // Seconds; of a slice that is cut, what is seen of it.
    double mean() const { return total / static_cast<double>(std::max<int64_t>(touched, 1)); }
};

// Those of the steps' threads, then those beside them, each by self time, the most first. The parts of a kernel that
// helping threads do are in none: they run beside it. A further part that the step's own thread does takes time, and is
// no further op.
std::vector<OpRow> opsIn(const Trace& trace, int64_t from, int64_t to);

LabelSet stepLabels(const Trace& trace);  // of slices that are steps

// The wait for a step's batch: it ends where the step begins, or soon before.
std::optional<TraceSlice> waitBefore(const Trace& trace, const TraceLane& lane, uint64_t step);

// A run that stands at a breakpoint does so inside a step, which takes no longer for it: the time that it stood, and
// that of the ops that were done one by one meanwhile, is part of no share, phase or step, and has rows of its own
// among the ops.
class Stands {
public:
    explicit Stands(const Trace& trace);
    double seconds(int64_t from, int64_t to) const;  // of them that lie within; none counts twice
    const std::vector<std::pair<int64_t, int64_t>>& stretches() const { return stretches_; }

private:
    std::vector<std::pair<int64_t, int64_t>> stretches_;  // from and to, in order
};

struct StepRow {
    uint32_t number = 0;
    size_t thread = 0;                                                  // of Trace::threads
    int64_t begin = 0, end = 0;                                         // with the wait for its batch before it
    double wait = 0, forward = 0, backward = 0, update = 0, other = 0;  // seconds
    double stood = 0;
    double seconds() const { return static_cast<double>(end - begin) * 1e-9 - stood; }
};

// Those that lie wholly within, in order: slices called "step" (ours), "ProfilerStep#7" (PyTorch's) or of a category or
// name "train_step"; without phases of their own they are `other`.
std::vector<StepRow> stepsIn(const Trace& trace, int64_t from, int64_t to);
// Those of which some lies within, whole: two long steps that are cut by its ends may be all there is to see in it.
std::vector<StepRow> stepsTouching(const Trace& trace, int64_t from, int64_t to);

// What a stretch has of a time, in seconds.
double overlap(int64_t begin, int64_t end, int64_t from, int64_t to);

// Slices of these labels, trimmed, over all threads, and the number of threads that have any.
struct Occupied {
    double seconds = 0;
    int threads = 0;
};
Occupied occupied(const Trace& trace, const LabelSet& labels, int64_t from, int64_t to);
// The same of one thread, in seconds.
double occupied(const TraceThread& thread, const LabelSet& labels, int64_t from, int64_t to);

}  // namespace tl
