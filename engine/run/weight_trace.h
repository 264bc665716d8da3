// weights.csv in a run's folder: a 64-bit hash of every weight after some steps, so that two runs of the same work can
// be laid side by side and the first step and tensor named at which they part. Hashing reads each weight once.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/train/callback.h"

namespace tl {

// every: 1 is after each step; 0 is the default, after steps 1, 2, 4, 8, ... and every hundredth, whose distance
// doubles from step 100000 on whenever the steps do: some thousands of rows after weeks. A file that cannot be written
// is noted once, and the run goes on without it.
std::shared_ptr<Callback> weightTrace(std::string folder, int64_t every = 0);

struct WeightTraceRows {
    std::vector<std::string> names;
    std::map<int64_t, std::vector<uint64_t>> steps;  // a hash a name
};

// What the folder holds of it; empty where there is none. A last line that is not whole is left out.
WeightTraceRows readWeightTrace(const std::string& folder);

uint64_t hashOf(const void* data, size_t bytes);

}  // namespace tl
