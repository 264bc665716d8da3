// What a run takes of the memory of the machine that it trains on: told before it starts, and by it a run that cannot
// have so much is refused and told which batch could. Compiles plans; nothing is allocated and nothing runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "engine/data/source.h"
#include "engine/graph/plan.h"
#include "engine/train/training_spec.h"
#include "engine/train/watch.h"

namespace tl {

struct DataFacts;
struct NetworkSpec;

// What of a data set the memory depends on.
struct RunData {
    int64_t items = 0, validationItems = 0;
    DType type = DType::UInt8;  // of its batches
    size_t held = 0;            // bytes of all splits, where the source has them in memory
    friend bool operator==(const RunData&, const RunData&) = default;
};
RunData runData(const DataSet& data);

struct MemoryNeed {
    PlanCost step;        // of a whole batch's plan
    size_t weights = 0;   // with the optimizer's slots, the copy that a checkpoint is written from, and its file
    size_t plans = 0;     // of whole batches, the last one and the validation, which share where they are the host's
    size_t watching = 0;  // the plan that makes again what the step does not hold, and copies of what is watched
    size_t batches = 0;   // that lie ready
    size_t data = 0;      // kept in memory
    size_t total() const { return weights + plans + watching + batches + data; }
};

// `watches` and a run's own where `defaults`. Of a device with memory of its own what lies there alone, of several the
// first. Throws as StepPlan does.
MemoryNeed memoryNeed(const NetworkSpec& network, const DataFacts& facts, const TrainingSpec& training,
                      const RunData& data, const std::vector<Watch>& watches, bool defaults, std::stop_token stop = {});

}  // namespace tl
