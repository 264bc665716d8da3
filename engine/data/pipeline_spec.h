// What a pipeline is made of, shared with its iterators, and the work on one batch. Internal to engine/data.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/data/image_cache.h"
#include "engine/data/pipeline.h"
#include "engine/data/pipeline_order.h"

namespace tl {

using MapFunction = std::function<void(Image&, int64_t epoch, int64_t sample)>;

// Made at first use, when the shape is settled; shared by all iterators of a pipeline.
class LazyCache {
public:
    explicit LazyCache(size_t limit) : limit_(limit) {}
    ImageCache& get(int64_t images, size_t imageBytes) {
        const std::scoped_lock lock(mutex_);
        if (!cache_) cache_ = std::make_unique<ImageCache>(images, imageBytes, limit_);
        return *cache_;
    }
    size_t limit() const { return limit_; }

private:
    size_t limit_;
    std::mutex mutex_;
    std::unique_ptr<ImageCache> cache_;
};

struct Pipeline::Spec {
    std::shared_ptr<const Source> source;
    std::vector<OrderStage> stages;
    std::vector<MapFunction> maps;
    std::shared_ptr<LazyCache> cache;
    Shape shape;
    int64_t batchSize = 1;
    bool dropRemainder = false;
    int workers = 0, queuedBatches = 2;

    ItemOrder itemOrder() const { return ItemOrder(source->size(), stages); }
    int64_t batchesIn(int64_t items) const {
        return dropRemainder ? items / batchSize : (items + batchSize - 1) / batchSize;
    }
};

// Memory that one thread keeps between images.
struct ImageScratch {
    Image image, resized;
};

// Turns items into pixels in a batch's memory. Any number of threads, each with its own scratch.
class ItemReader {
public:
    ItemReader(std::shared_ptr<const Source> source, Shape shape, std::vector<MapFunction> maps, ImageCache* cache);

    // Writes the image to `planar` ([C, H, W]). The reason where the item is broken; throws what map and augment throw.
    std::optional<std::string> read(int64_t index, int64_t epoch, uint8_t* planar, ImageScratch& scratch) const;
    // All images are in memory and go into the batch as they are.
    bool onlyCopies() const { return inMemory_ && maps_.empty(); }
    const uint8_t* inMemory(int64_t index) const { return inMemory_ ? source_->planar(index) : nullptr; }
    size_t imageBytes() const { return imageBytes_; }

private:
    std::shared_ptr<const Source> source_;
    Shape shape_;
    std::vector<MapFunction> maps_;
    ImageCache* cache_;
    size_t imageBytes_;
    bool inMemory_;
};

}  // namespace tl
