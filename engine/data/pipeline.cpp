// A pipeline is its list of stages. Each call makes a new list, so that iterators keep theirs.
#include "engine/data/pipeline.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/data/pipeline_spec.h"

namespace tl {

Pipeline::Pipeline(std::shared_ptr<const Source> source) : spec_(std::make_shared<Spec>()) {
    if (!source) throw Error("The pipeline", "a source of images", "none");
    spec_->shape = source->sampleShape();
    spec_->source = std::move(source);
}

Pipeline& Pipeline::shuffle(int64_t buffer, uint64_t seed) {
    if (buffer < 1) throw Error("The shuffle's buffer", "1 or more", std::to_string(buffer));
    spec_ = std::make_shared<Spec>(*spec_);
    spec_->stages.push_back({OrderStage::Kind::Shuffle, buffer, seed});
    return *this;
}

Pipeline& Pipeline::take(int64_t count) {
    if (count < -1) throw Error("The items to take", "0 or more, or -1 for all", std::to_string(count));
    spec_ = std::make_shared<Spec>(*spec_);
    if (count >= 0) spec_->stages.push_back({OrderStage::Kind::Take, count});
    return *this;
}

Pipeline& Pipeline::skip(int64_t count) {
    if (count < 0) throw Error("The items to skip", "0 or more", std::to_string(count));
    spec_ = std::make_shared<Spec>(*spec_);
    spec_->stages.push_back({OrderStage::Kind::Skip, count});
    return *this;
}

Pipeline& Pipeline::repeat(int64_t epochs) {
    if (epochs < -1) throw Error("The epochs to repeat", "0 or more, or -1 for ever", std::to_string(epochs));
    spec_ = std::make_shared<Spec>(*spec_);
    spec_->stages.push_back({OrderStage::Kind::Repeat, epochs});
    return *this;
}

Pipeline& Pipeline::map(std::function<void(Image&, int64_t, int64_t)> function) {
    spec_ = std::make_shared<Spec>(*spec_);
    spec_->maps.push_back(std::move(function));
    return *this;
}

Pipeline& Pipeline::augment(std::vector<AugmentSpec> steps, uint64_t seed) {
    if (steps.empty()) return *this;
    checkAugmentations(steps);
    return map([steps = std::move(steps), seed](Image& image, int64_t epoch, int64_t sample) {
        tl::augment(image, steps, seed, epoch, sample);
    });
}

Pipeline& Pipeline::cache(size_t memoryLimitBytes) {
    spec_ = std::make_shared<Spec>(*spec_);
    spec_->cache = std::make_shared<LazyCache>(memoryLimitBytes);
    return *this;
}

Pipeline& Pipeline::resize(Shape shape) {
    if (shape.rank() != 3 || (shape[0] != 1 && shape[0] != 3) || shape[1] < 1 || shape[2] < 1)
        throw Error("The images' shape", "[channels, height, width] with 1 or 3 channels", shape.toString());
    spec_ = std::make_shared<Spec>(*spec_);
    if (spec_->cache && !(spec_->shape == shape)) spec_->cache = std::make_shared<LazyCache>(spec_->cache->limit());
    spec_->shape = std::move(shape);
    return *this;
}

Pipeline& Pipeline::batch(int64_t size, bool dropRemainder) {
    if (size < 1) throw Error("The batch size", "1 or more", std::to_string(size));
    spec_ = std::make_shared<Spec>(*spec_);
    spec_->batchSize = size;
    spec_->dropRemainder = dropRemainder;
    return *this;
}

Pipeline& Pipeline::prefetch(int workers, int queuedBatches) {
    if (workers < 0 || workers > 256) throw Error("The loader's workers", "0 to 256", std::to_string(workers));
    spec_ = std::make_shared<Spec>(*spec_);
    spec_->workers = workers;
    spec_->queuedBatches = std::max(1, queuedBatches);
    return *this;
}

int64_t Pipeline::itemsPerEpoch() const { return spec_->itemOrder().itemsPerEpoch(); }
int64_t Pipeline::batchesPerEpoch() const { return spec_->batchesIn(itemsPerEpoch()); }
Shape Pipeline::shape() const { return spec_->shape; }
std::vector<int64_t> Pipeline::order(int64_t epoch) const { return spec_->itemOrder().order(epoch); }

}  // namespace tl
