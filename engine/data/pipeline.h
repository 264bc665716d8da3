// tf.data-like pipelines over a source: shuffle, take, skip, repeat, map, cache, batch, prefetch. Order is decided on
// indices alone, before any image is read, so it is the same whatever the worker count and can be resumed at
// any batch without decoding what came before.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/tensor.h"
#include "engine/data/augment.h"
#include "engine/data/source.h"

namespace tl {

// One collated batch. Pixels are channels-first uint8 [N, C, H, W]; every image has the pipeline's shape.
// Copies of a batch share its memory, which next() writes over: clone() what has to stay.
struct Batch {
    Tensor data;                   // uint8
    Tensor labels;                 // int32 [N]
    std::vector<int64_t> indices;  // into the source
    int64_t epoch = 0;             // from 0
    int64_t number = 0;            // of the batch within its epoch, from 0
    bool lastOfEpoch = false;
    int64_t count() const { return labels.shape()[0]; }
};

class Pipeline {
public:
    explicit Pipeline(std::shared_ptr<const Source> source);
    // Each returns *this, in the manner of tf.data; the order of the calls is the order of the stages
    // for shuffle, take, skip and repeat. A repeat that comes last counts epochs; one followed by a further stage makes
    // a longer epoch. Batches do not cross epochs. An iterator keeps the stages of the moment it was made.
    Pipeline& shuffle(int64_t buffer, uint64_t seed);  // reshuffled each epoch; buffer >= size = a full permutation
    Pipeline& take(int64_t count);
    Pipeline& skip(int64_t count);
    Pipeline& repeat(int64_t epochs);  // -1 = for ever
    Pipeline& map(std::function<void(Image&, int64_t epoch, int64_t sample)> function);
    Pipeline& augment(std::vector<AugmentSpec> steps, uint64_t seed);
    Pipeline& cache(size_t memoryLimitBytes = size_t{4} << 30);  // decoded, resized images, before map and augment
    Pipeline& resize(Shape shape);                               // [C, H, W]; default: the source's sampleShape
    Pipeline& batch(int64_t size, bool dropRemainder = false);
    Pipeline& prefetch(int workers, int queuedBatches);  // 0 workers: the caller's thread does the work

    int64_t itemsPerEpoch() const;
    int64_t batchesPerEpoch() const;
    Shape shape() const;

    // Starts reading at a batch: what resume needs.
    class Iterator {
    public:
        ~Iterator();
        Iterator(Iterator&&) noexcept;
        // False at the end. Reuses batch's memory where it can. Blocks until the batch is there. One thread.
        // A worker's first error is thrown here. Items that do not decode are left out of the batch
        // and reported once by takeBroken(). A batch of which nothing is left is passed over, unless it ends
        // its epoch: only then count() is 0.
        bool next(Batch& batch);
        std::vector<BrokenItem> takeBroken();  // since the last call
        double secondsWaited() const;          // in next(), for "waiting for data"
    private:
        friend class Pipeline;
        struct Impl;
        explicit Iterator(std::unique_ptr<Impl> impl);
        std::unique_ptr<Impl> impl_;
    };
    // Without repeat() it delivers that one epoch. Throws Error where there is nothing to deliver (no images, or a
    // batch larger than the epoch with its remainder dropped) and where firstBatch is past the epoch's end.
    Iterator iterate(int64_t firstEpoch = 0, int64_t firstBatch = 0) const;

    // The order of one epoch's items after shuffle, take and skip.
    std::vector<int64_t> order(int64_t epoch) const;

private:
    struct Spec;
    std::shared_ptr<Spec> spec_;
};

}  // namespace tl
