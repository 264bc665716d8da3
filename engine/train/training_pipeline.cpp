// See the header. Images in memory are not cached once more.
#include "engine/train/training_pipeline.h"

#include "engine/train/evaluator.h"

namespace tl {

Pipeline trainingPipeline(const TrainingSpec& training, std::shared_ptr<const Source> source, const Shape& shape) {
    const int64_t size = source->size();
    const bool inMemory = source->planar(0) != nullptr;
    const int workers = loaderWorkers(*source, training.workers);
    Pipeline pipeline(std::move(source));
    pipeline.shuffle(training.shuffleBuffer > 0 ? training.shuffleBuffer : size, training.seed).repeat(-1);
    pipeline.resize(shape);
    if (!inMemory) pipeline.cache();
    if (!training.augmentation.empty()) pipeline.augment(training.augmentation, training.seed);
    pipeline.batch(training.batch).prefetch(workers, 4);
    return pipeline;
}

}  // namespace tl
