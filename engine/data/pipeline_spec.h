// What a pipeline is made of, shared with its iterators, and the work on one batch. Internal to engine/data.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/data/image_cache.h"
#include "engine/data/pipeline.h"
#include "engine/data/pipeline_order.h"

namespace tl {

using MapFunction = std::function<void(Image&, int64_t epoch, int64_t sample)>;

// Made at first use; shared by all iterators of a pipeline.
class LazyCache {
public:
    explicit LazyCache(size_t limit) : limit_(limit) {}
    ImageCache& get(const Source& source, const Shape& shape);

private:
    size_t limit_;
    std::mutex mutex_;
    std::unique_ptr<ImageCache> cache_;
};

// One step on an image's way: exactly one of its members is set.
struct ImageStage {
    MapFunction map;
    std::shared_ptr<LazyCache> cache;
    Shape resize;  // rank 0 = none
    Shape shape;   // of the image behind it
};

struct Pipeline::Spec {
    std::shared_ptr<const Source> source;
    std::vector<OrderStage> stages;
    std::vector<ImageStage> images;
    std::vector<AugmentSpec> mixes;  // of whole batches
    uint64_t mixSeed = 0;
    Shape shape;
    int workers = 0, queuedBatches = 2;

    bool caches() const {
        return std::ranges::any_of(images, [](const ImageStage& stage) { return stage.cache != nullptr; });
    }
    ItemOrder itemOrder() const;
};

// The stages as they are run: with the resize to the source's sampleShape() first where none is asked for.
std::vector<ImageStage> runnable(const Source& source, std::vector<ImageStage> stages);

// Memory that one thread keeps between images.
struct ImageScratch {
    Image image, resized;
    std::vector<uint8_t> planar;
    int64_t cached = 0;  // items that a cache had, since somebody asked
};

// Turns items into pixels in a batch's memory. Any number of threads, each with its own scratch.
class ItemReader {
public:
    ItemReader(std::shared_ptr<const Source> source, std::vector<ImageStage> stages, Shape shape);

    // Writes the image to `planar` ([C, H, W]). The reason where the item is broken; throws what map and augment throw.
    std::optional<Message> read(int64_t index, int64_t epoch, uint8_t* planar, ImageScratch& scratch) const;
    // All items are in memory and go into the batch as they are.
    bool onlyCopies() const { return inMemory_ && stages_.empty(); }
    const uint8_t* inMemory(int64_t index) const { return inMemory_ ? source_->planar(index) : nullptr; }
    size_t itemBytes() const { return itemBytes_; }

private:
    std::shared_ptr<const Source> source_;
    std::vector<ImageStage> stages_;
    Shape shape_;
    std::vector<ImageCache*> caches_;  // of the stages; null where a stage is none
    size_t itemBytes_;
    bool inMemory_;
};

// Blends each image with another of its batch by one of the steps that mix, and sets otherLabels and labelWeights.
// Drawn by (seed, epoch, batch) and (seed, epoch, sample).
void mixBatch(Batch& batch, const std::vector<AugmentSpec>& steps, uint64_t seed);

}  // namespace tl
