// The order and preparation of training images, as the settings say: shuffled, decoded, augmented, in batches, endless.
// The run, the search for a learning rate and whoever shows augmented images go through the same one.
#pragma once

#include <memory>

#include "engine/data/pipeline.h"
#include "engine/train/training_spec.h"

namespace tl {

// Images come out in `shape` [C, H, W].
Pipeline trainingPipeline(const TrainingSpec& training, std::shared_ptr<const Source> source, const Shape& shape);

}  // namespace tl
