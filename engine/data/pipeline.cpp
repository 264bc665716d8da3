// A pipeline is its list of stages. Each call makes a new list, so that iterators keep theirs.
#include "engine/data/pipeline.h"

#include <algorithm>
#include <utility>

#include "engine/core/error.h"
#include "engine/data/pipeline_spec.h"

namespace tl {

Pipeline::Pipeline(std::shared_ptr<const Source> source) : spec_(std::make_shared<Spec>()) {
    if (!source) throw Error("The pipeline", "a source of images", "none");
    spec_->shape = source->sampleShape();
    spec_->source = std::move(source);
}

Pipeline::Spec& Pipeline::change() {
    spec_ = std::make_shared<Spec>(*spec_);
    return *spec_;
}

Pipeline& Pipeline::shuffle(int64_t buffer, uint64_t seed) {
    if (buffer < 1) throw Error("The shuffle's buffer", "1 or more", std::to_string(buffer));
    change().stages.push_back({OrderStage::Kind::Shuffle, buffer, seed});
    return *this;
}

Pipeline& Pipeline::take(int64_t count) {
    if (count < -1) throw Error("The items to take", "0 or more, or -1 for all", std::to_string(count));
    if (count >= 0) change().stages.push_back({OrderStage::Kind::Take, count});
    return *this;
}

Pipeline& Pipeline::skip(int64_t count) {
    if (count < 0) throw Error("The items to skip", "0 or more", std::to_string(count));
    change().stages.push_back({OrderStage::Kind::Skip, count});
    return *this;
}

Pipeline& Pipeline::repeat(int64_t epochs) {
    if (epochs < -1) throw Error("The epochs to repeat", "0 or more, or -1 for ever", std::to_string(epochs));
    change().stages.push_back({OrderStage::Kind::Repeat, epochs});
    return *this;
}

Pipeline& Pipeline::filter(const std::function<bool(int64_t, int)>& keep) {
    if (!keep) throw Error("The filter", "a function", "none");
    const int64_t size = spec_->source->size();
    auto kept = std::make_shared<std::vector<uint8_t>>(static_cast<size_t>(size));
    for (int64_t i = 0; i < size; ++i) (*kept)[static_cast<size_t>(i)] = keep(i, spec_->source->label(i));
    change().stages.push_back({OrderStage::Kind::Filter, 0, 0, std::move(kept)});
    return *this;
}

Pipeline& Pipeline::batch(int64_t size, bool dropRemainder) {
    if (size < 1) throw Error("The batch size", "1 or more", std::to_string(size));
    Spec& spec = change();
    std::erase_if(spec.stages, [](const OrderStage& stage) { return stage.kind == OrderStage::Kind::Batch; });
    spec.stages.push_back({OrderStage::Kind::Batch, size, 0, {}, dropRemainder});
    return *this;
}

Pipeline& Pipeline::map(std::function<void(Image&, int64_t, int64_t)> function, Shape result) {
    Spec& spec = change();
    if (result.rank() > 0) spec.shape = std::move(result);
    spec.images.push_back({std::move(function), {}, {}, spec.shape});
    return *this;
}

Pipeline& Pipeline::augment(std::vector<AugmentSpec> steps, uint64_t seed) {
    if (steps.empty()) return *this;
    checkAugmentations(steps);
    if (spec_->source->dataType() != DType::UInt8)
        throw Error(Message("The augmentation of {name}", spec_->source->name()), "images", "rows of numbers",
                    "Switch augmentation off.");
    Spec& spec = change();
    for (const AugmentSpec& step : steps)
        if (findAugmentation(step.type)->mix) spec.mixes.push_back(step);
    spec.mixSeed = seed;
    if (spec.mixes.size() == steps.size()) return *this;
    return map([steps = std::move(steps), seed](Image& image, int64_t epoch, int64_t sample) {
        tl::augment(image, steps, seed, epoch, sample);
    });
}

Pipeline& Pipeline::resize(Shape shape) {
    if (spec_->source->dataType() != DType::UInt8 && shape == spec_->shape) return *this;
    if (shape.rank() != 3 || (shape[0] != 1 && shape[0] != 3) || shape[1] < 1 || shape[2] < 1)
        throw Error("The images' shape", "[channels, height, width] with 1 or 3 channels", shape.toString());
    Spec& spec = change();
    spec.images.push_back({{}, {}, shape, shape});
    spec.shape = std::move(shape);
    return *this;
}

Pipeline& Pipeline::cache(size_t memoryLimitBytes) {
    Spec& spec = change();
    spec.images.push_back({{}, std::make_shared<LazyCache>(memoryLimitBytes), {}, spec.shape});
    return *this;
}

Pipeline& Pipeline::prefetch(int workers, int queuedBatches) {
    if (workers < kAutotune || workers > 256)
        throw Error("The loader's workers", "0 to 256, or -1 for as many as help", std::to_string(workers));
    Spec& spec = change();
    spec.workers = workers;
    spec.queuedBatches = queuedBatches == kAutotune ? kAutotune : std::max(1, queuedBatches);
    return *this;
}

ItemOrder Pipeline::Spec::itemOrder() const { return ItemOrder(source->size(), stages); }

int64_t Pipeline::itemsPerEpoch() const { return spec_->itemOrder().itemsPerEpoch(); }
int64_t Pipeline::batchesPerEpoch() const { return spec_->itemOrder().batchesPerEpoch(); }
Shape Pipeline::shape() const { return spec_->shape; }
std::vector<int64_t> Pipeline::order(int64_t epoch) const { return spec_->itemOrder().order(epoch).items; }

}  // namespace tl
