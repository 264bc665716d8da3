// The checkpoints that lie in a run's folder, told by the heads of their files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tl {

struct RunCheckpoint {
    enum Kind { Newest, Best, Named };
    Kind kind = Named;
    std::string file;              // its path
    int64_t step = 0;              // steps done
    int64_t epoch = 0;             // epochs done
    double learningRateScale = 1;  // RunPosition's: what live changes made of the settings' rate
};

// The newest, the best, then all others by their steps; what cannot be read is left out, and runs in folders within.
std::vector<RunCheckpoint> checkpointsIn(const std::string& folder);

}  // namespace tl
