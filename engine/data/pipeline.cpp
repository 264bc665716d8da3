// A pipeline is its list of stages. Each call makes a new list, so that iterators keep theirs.
#include "engine/data/pipeline.h"

#include <algorithm>
#include <atomic>
#include <thread>

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

Pipeline& Pipeline::filter(std::function<bool(int64_t, int)> keep) {
    if (!keep) throw Error("The filter", "a function", "none");
    Spec& spec = change();
    spec.stages.push_back({OrderStage::Kind::Filter});
    spec.filters.push_back(std::make_shared<LazyFilter>(std::move(keep), ImageFilter{}, std::vector<ImageStage>{}));
    return *this;
}

Pipeline& Pipeline::filterImages(std::function<bool(const Image&, int64_t, int)> keep) {
    if (spec_->source->dataType() != DType::UInt8)
        throw Error(Message("The filter of {name}", spec_->source->name()), "a source of images", "rows of numbers",
                    "Call filter, which is given the row's number and label.");
    Spec& spec = change();
    spec.stages.push_back({OrderStage::Kind::Filter});
    spec.filters.push_back(std::make_shared<LazyFilter>(nullptr, std::move(keep), spec.images));
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
    spec.images.push_back({{}, std::make_shared<LazyCache>(memoryLimitBytes, "", ""), {}, spec.shape});
    return *this;
}

Pipeline& Pipeline::cacheOnDisk(std::string path, std::string stages) {
    if (path.empty()) throw Error("The cache on disk", "a file's path", "nothing");
    Spec& spec = change();
    spec.images.push_back({{}, std::make_shared<LazyCache>(0, std::move(path), std::move(stages)), {}, spec.shape});
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

ItemOrder Pipeline::Spec::itemOrder() const {
    std::vector<OrderStage> settled = stages;
    size_t next = 0;
    for (OrderStage& stage : settled)
        if (stage.kind == OrderStage::Kind::Filter) stage.keep = filters[next++]->get(source);
    return ItemOrder(source->size(), std::move(settled));
}

int64_t Pipeline::itemsPerEpoch() const { return spec_->itemOrder().itemsPerEpoch(); }
int64_t Pipeline::batchesPerEpoch() const { return spec_->itemOrder().batchesPerEpoch(); }
Shape Pipeline::shape() const { return spec_->shape; }
std::vector<int64_t> Pipeline::order(int64_t epoch) const { return spec_->itemOrder().order(epoch).items; }

Verdicts LazyFilter::get(const std::shared_ptr<const Source>& source) {
    const std::scoped_lock lock(mutex_);
    if (verdicts_) return verdicts_;
    const int64_t size = source->size();
    auto found = std::make_shared<std::vector<uint8_t>>(static_cast<size_t>(size));
    if (byLabel_) {
        for (int64_t i = 0; i < size; ++i) (*found)[static_cast<size_t>(i)] = byLabel_(i, source->label(i));
        return verdicts_ = found;
    }
    const auto stages = runnable(*source, before_);
    const ItemReader reader(source, stages, stages.empty() ? source->sampleShape() : stages.back().shape);
    std::atomic<int64_t> next{0};
    std::exception_ptr error;
    std::mutex failing;
    const auto work = [&] {
        ImageScratch scratch;
        try {
            for (int64_t i; (i = next.fetch_add(1)) < size;)
                (*found)[static_cast<size_t>(i)] =
                    reader.readImage(i, 0, scratch).has_value() || byImage_(scratch.image, i, source->label(i));
        } catch (...) {
            const std::scoped_lock one(failing);
            if (!error) error = std::current_exception();
            next = size;
        }
    };
    {
        std::vector<std::jthread> helpers;
        const unsigned count = std::clamp(std::thread::hardware_concurrency(), 1u, 16u);
        for (unsigned i = 1; i < count; ++i) helpers.emplace_back(work);
        work();
    }
    if (error) std::rethrow_exception(error);
    return verdicts_ = found;
}

}  // namespace tl
