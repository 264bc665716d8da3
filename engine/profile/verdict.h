// What holds training steps up, and what would help: read from a stretch of a timeline. The gain of more loaders is
// what the queue's arithmetic says: where n that always work make a batch in P, n + k make it in P x n / (n + k); no
// step is shorter than its own computing, and none than its work spread over all cores. As many more are counted as it
// takes to come that far, where they have cores. Where loaders mostly rest, batches lie ready and another one gains
// nothing.
#pragma once

#include "engine/profile/trace_table.h"

namespace tl {

struct MachineLimits {
    double flops = 0, bandwidth = 0;  // a second, as measured, in float32; 0: not known
    int cores = 1;
    double flops16 = 0;  // of products of 16-bit numbers; 0: not known, or the processor has no units for them
    bool known() const { return flops > 0 && bandwidth > 0; }
    // What an op that this implementation does can reach.
    double flopsOf(const std::string& kernel) const;
    // The share of what the machine can do at best with so much to compute and to move; 0: not known.
    double share(const std::string& kernel, double flopsPerSecond, double bytesPerSecond) const;
};

// The implementation ("onednn:brgconv:avx512_core_bf16", "own:amx") multiplies 16-bit numbers as they are, and does not
// widen them first.
bool multiplies16Bits(const std::string& kernel);

struct Verdict {
    // NoKernels: the steps' own threads tell of none, as where a GPU computes. Cut: the file ends too early to say.
    enum class Kind { NoSteps, Data, Starved, Reorders, Checkpoint, Between, NoKernels, Kernel, Fine, Cut };
    Kind kind = Kind::NoSteps;
    double share = 0;    // of the steps' time in the stretch, as the table of ops tells it
    int loaders = 0;     // at work now
    int more = 0;        // that would help; 0: none would
    double gain = 0;     // more steps a second with these, as a share
    double resting = 0;  // the share of their time that they wait for room in a full queue
    bool coresFull = false;
    uint32_t label = 0;  // of Kernel: the op
    double ofLimit = 0;  // of Kernel and Fine; 0: not known
    double cores = 0;    // that this program had busy, on average; 0: not known
    int64_t steps = 0;
    double stepSeconds = 0;  // with the wait
    bool ofArea = false;     // its shares are of an area that somebody chose
};

// Of what lies in the stretch of the steps that it touches.
Verdict verdictOf(const Trace& trace, int64_t from, int64_t to, const MachineLimits& limits);

}  // namespace tl
