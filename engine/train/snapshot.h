// Where a run stands and everything that it has learnt: what a checkpoint holds, and all that is needed to go on bit
// for bit.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/graph/plan.h"
#include "engine/model/network_spec.h"
#include "engine/train/metric_sums.h"
#include "engine/train/training_spec.h"

namespace tl {

struct DataSchema;  // engine/data/columns.h

struct RunPosition {
    int64_t step = 0;              // steps done
    int64_t epoch = 0;             // the epoch under way
    int64_t batchInEpoch = 0;      // batches of it done
    int64_t accumulated = 0;       // steps whose gradients wait for the next update
    double learningRateScale = 1;  // live changes of the rate
    // Sums of the epoch under way, so that its record after a resume is the whole epoch's.
    MetricSums epochSums;
    int64_t epochImages = 0;
    std::map<std::string, Properties> callbacks;  // what each remembers, by "early_stopping", "early_stopping_2", ...
};

struct Snapshot {
    NetworkSpec network;
    TrainingSpec training;
    std::string dataSpec;
    std::vector<int64_t> dataShape;  // [C, H, W]
    std::vector<std::string> classNames;
    std::shared_ptr<const DataSchema> schema;  // of a table's columns; null: of images, or of before it was kept
    RunPosition position;
    KernelChoices kernels;  // that the run began with, where they were timed
    ModelState state;       // parameters, moving averages, optimizer slots, and what callbacks keep
};

}  // namespace tl
