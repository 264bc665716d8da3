// One item's way into a batch: memory, cache or decoding, then the stages behind it, then channels-first.
#include <algorithm>
#include <cstring>

#include "engine/core/error.h"
#include "engine/data/pipeline_spec.h"
#include "engine/data/planar.h"
#include "engine/profile/spans.h"

namespace tl {

namespace {
const SpanName kDecode = spanName({"decode", {}, {}, SpanCategory::Data}),
               kAugment = spanName({"augment", {}, {}, SpanCategory::Augment});
}

ImageCache& LazyCache::get(const Source& source, const Shape& shape) {
    const std::scoped_lock lock(mutex_);
    if (!cache_) cache_ = std::make_unique<ImageCache>(source.size(), static_cast<size_t>(shape.elements()), limit_);
    return *cache_;
}

std::vector<ImageStage> runnable(const Source& source, std::vector<ImageStage> stages) {
    // A cache holds images of one shape, so a resize behind it comes too late.
    const auto first =
        std::find_if(stages.begin(), stages.end(), [](const auto& s) { return s.resize.rank() > 0 || s.cache; });
    const Shape shape = source.sampleShape();
    if ((first == stages.end() || first->cache) && source.dataType() == DType::UInt8)
        stages.insert(stages.begin(), ImageStage{{}, {}, shape, shape});
    return stages;
}

ItemReader::ItemReader(std::shared_ptr<const Source> source, std::vector<ImageStage> stages, Shape shape)
    : source_(std::move(source)), stages_(std::move(stages)), shape_(std::move(shape)),
      itemBytes_(static_cast<size_t>(shape_.elements()) * sizeOf(source_->dataType())),
      inMemory_(source_->size() > 0 && source_->planar(0) != nullptr) {
    if (source_->dataType() != DType::UInt8 && !stages_.empty())
        throw Error(Message("The stages of {name}", source_->name()),
                    "none that change images, since it holds rows of numbers", std::to_string(stages_.size()),
                    "Take augmentation, resize and map away.");
    // Images in memory are in their shape already, and need no cache of themselves.
    while (inMemory_ && !stages_.empty() &&
           (stages_.front().cache ||
            (stages_.front().resize.rank() > 0 && stages_.front().shape == source_->sampleShape())))
        stages_.erase(stages_.begin());
    for (const ImageStage& stage : stages_)
        caches_.push_back(stage.cache && source_->size() > 0 ? &stage.cache->get(*source_, stage.shape) : nullptr);
}

namespace {

// What a thread claimed of the caches from `first` on, and gives back where it ends by a throw before it stored them.
struct Claims {
    const std::vector<ImageCache*>& caches;
    int64_t index;
    size_t first;
    ~Claims() {
        for (; first < caches.size(); ++first)
            if (caches[first]) caches[first]->release(index);
    }
};

}  // namespace

std::optional<Message> ItemReader::read(int64_t index, int64_t epoch, uint8_t* planar, ImageScratch& scratch) const {
    if (onlyCopies()) {
        std::memcpy(planar, source_->planar(index), itemBytes_);
        return std::nullopt;
    }
    Image& image = scratch.image;
    size_t at = 0;
    const uint8_t* ready = inMemory_ ? source_->planar(index) : nullptr;
    Shape readyShape = ready ? source_->sampleShape() : Shape{};
    // The last cache that has it saves the most.
    for (size_t i = caches_.size(); i-- > 0;)
        if (const uint8_t* kept = caches_[i] ? caches_[i]->claim(index) : nullptr) {
            ready = kept;
            readyShape = stages_[i].shape;
            at = i + 1;
            ++scratch.cached;
            break;
        }
    Claims claims{caches_, index, at};
    if (ready && at == stages_.size()) {
        std::memcpy(planar, ready, itemBytes_);
        return std::nullopt;
    }
    if (ready) {
        fromPlanar(ready, readyShape, image);
    } else {
        try {
            const Span decoding(kDecode);
            source_->read(index, image);
        } catch (const Error& e) {
            for (ImageCache* cache : caches_)
                if (cache) cache->pass(index);
            return e.message();
        }
    }
    const auto check = [&](const Shape& shape) {
        if (image.channels != shape[0] || image.height != shape[1] || image.width != shape[2] ||
            static_cast<int64_t>(image.pixels.size()) != shape.elements())
            throw Error("map", Message("to keep the image at {shape}", shape.toString()),
                        Shape{image.channels, image.height, image.width}.toString());
    };
    for (; at < stages_.size(); ++at) {
        const ImageStage& stage = stages_[at];
        if (stage.map) {
            const Span augmenting(kAugment);
            stage.map(image, epoch, index);
        }
        if (stage.resize.rank() > 0) fitImage(image, stage.resize, scratch.resized);
        if (!stage.cache) continue;
        check(stage.shape);
        scratch.planar.resize(image.pixels.size());
        toPlanar(image, scratch.planar.data());
        caches_[at]->store(index, scratch.planar.data());
        claims.first = at + 1;
    }
    check(shape_);
    toPlanar(image, planar);
    return std::nullopt;
}

}  // namespace tl
