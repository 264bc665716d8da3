// Layers that learn from the data before the first step, not by gradient (engine/layers/adaptation.h), are given it.
#pragma once

#include <functional>
#include <memory>

#include "engine/data/source.h"
#include "engine/graph/plan.h"
#include "engine/model/build.h"
#include "engine/train/training_spec.h"

namespace tl {

// Lets each layer that adapts and has not yet (its count in `state` is 0) measure what of the source reaches it, in
// network order and one pass for each such layer; sets its states. Images are taken in the source's order and without
// augmentation, so the result is the same on every run; a layer that wants few gets them evenly spread over the source.
// False where goOn, asked between two batches, said no; what was finished stays.
bool adaptToData(const NetworkSpec& network, const DataFacts& facts, const TrainingSpec& training,
                 std::shared_ptr<const Source> source, ModelState& state, const std::function<bool()>& goOn = {});

}  // namespace tl
