// What layers learn from the data before the first step, not by gradient: Normalization's mean and variance.
#pragma once

#include <functional>
#include <memory>

#include "engine/data/source.h"
#include "engine/graph/plan.h"
#include "engine/model/build.h"
#include "engine/train/training_spec.h"

namespace tl {

// Measures each channel's mean and variance over the source, as they reach each layer that adapts and has not yet
// (its count in `state` is 0), in network order and one pass for each such layer; sets its states. Images are taken in
// the source's order and without augmentation, so the result is the same on every run. False where goOn, asked between
// two batches, said no; what was finished stays.
bool adaptToData(const NetworkSpec& network, const DataFacts& facts, const TrainingSpec& training,
                 std::shared_ptr<const Source> source, ModelState& state, const std::function<bool()>& goOn = {});

}  // namespace tl
