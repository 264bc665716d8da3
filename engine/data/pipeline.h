// tf.data-like pipelines over a source: stages in any order, as in tf.data. Order is decided on indices alone, before
// any image is read, so it is the same whatever the worker count and can be resumed at any batch without decoding what
// came before.
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

// One collated batch. Pixels are channels-first uint8 [N, C, H, W]; every image has the pipeline's shape. Of a numeric
// source they are its rows, float32 [N, ...].
// Copies of a batch share its memory, which next() writes over: clone() what has to stay.
struct Batch {
    Tensor data;                   // of the source's type
    Tensor labels;                 // int32 [N]; of two images that were mixed, the one's with the larger share
    Tensor targets;                // float32 [N]; only where the source's labels are numbers instead of classes
    Tensor otherLabels;            // int32 [N]; only where images were mixed: the other's label, which counts...
    Tensor labelWeights;           // float32 [N]; ...as 1 - weight beside weight * label
    std::vector<int64_t> indices;  // into the source
    int64_t epoch = 0;             // from 0
    int64_t number = 0;            // of the batch within its epoch, from 0
    bool lastOfEpoch = false;
    int64_t count() const { return labels.shape()[0]; }
};

// For workers and queued batches: found by hill climbing on the images a second that the caller gets.
constexpr int kAutotune = -1;

class Pipeline {
public:
    explicit Pipeline(std::shared_ptr<const Source> source);
    // Each returns *this, in the manner of tf.data; the order of the calls is the order of the stages. An iterator
    // keeps the stages of the moment it was made.
    //
    // Which items: each stage works on what the one before hands out, items before batch() and batches behind it. A
    // repeat that comes last counts epochs; one followed by a further stage makes a longer epoch. Batches do not
    // cross epochs.
    Pipeline& shuffle(int64_t buffer, uint64_t seed);  // reshuffled each epoch; buffer >= size = a full permutation
    Pipeline& take(int64_t count);                     // -1 = all
    Pipeline& skip(int64_t count);
    Pipeline& repeat(int64_t epochs);  // -1 = for ever
    // Keeps the items for which it is true. Asked here, once for each item.
    Pipeline& filter(const std::function<bool(int64_t sample, int label)>& keep);
    Pipeline& batch(int64_t size, bool dropRemainder = false);  // called again it replaces the one before

    // What becomes of each image, on the workers' threads. The first sees the image as read, or resized to the source's
    // sampleShape() where no resize() is called. `result`: the shape that the function makes, where it changes it.
    Pipeline& map(std::function<void(Image&, int64_t epoch, int64_t sample)> function, Shape result = {});
    Pipeline& augment(std::vector<AugmentSpec> steps, uint64_t seed);
    Pipeline& resize(Shape shape);                               // [C, H, W]
    Pipeline& cache(size_t memoryLimitBytes = size_t{4} << 30);  // what the stages before made; in memory

    // 0 workers: the caller's thread does the work. Either may be kAutotune.
    Pipeline& prefetch(int workers, int queuedBatches);

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
        int workers() const;                   // at work now
        int queuedBatches() const;             // that may wait now
    private:
        friend class Pipeline;
        struct Impl;
        explicit Iterator(std::unique_ptr<Impl> impl);
        std::unique_ptr<Impl> impl_;
    };
    // Without repeat() it delivers that one epoch. Throws Error where there is nothing to deliver (no images, or a
    // batch larger than the epoch with its remainder dropped) and where firstBatch is past the epoch's end.
    Iterator iterate(int64_t firstEpoch = 0, int64_t firstBatch = 0) const;

    // The order of one epoch's items.
    std::vector<int64_t> order(int64_t epoch) const;

private:
    struct Spec;
    Spec& change();
    std::shared_ptr<Spec> spec_;
};

}  // namespace tl
