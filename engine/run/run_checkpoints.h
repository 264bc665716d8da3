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

// Where the weights are that stand for a run once it is over: the best on its validation data, else the newest, which
// the folder itself stands for. Those that were best on the test split are no judge of it, so they are not taken. A
// file stands for itself.
std::string modelOf(const std::string& path);

// The folder of the run that a checkpoint's file belongs to: its own, or one above where a callback has a folder in the
// run's. Where none is a run's, its own. A folder stands for itself.
std::string runFolderOf(const std::string& path);

}  // namespace tl
