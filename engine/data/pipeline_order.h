// The index-level half of a pipeline: shuffle, take, skip, repeat, filter and batch over item numbers. Nothing is read
// here, so any epoch's order can be told at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tl {

// What was kept of each item by a filter: 1 or 0.
using Verdicts = std::shared_ptr<const std::vector<uint8_t>>;

struct OrderStage {
    enum class Kind { Shuffle, Take, Skip, Repeat, Filter, Batch } kind;
    int64_t count = 0;           // the shuffle's buffer, elements, epochs (-1 = for ever), or the batch's size
    uint64_t seed = 0;           // shuffle
    Verdicts keep = {};          // filter
    bool dropRemainder = false;  // batch
};

// What comes out of a stage: items, and from the batch stage on groups of them.
struct OrderedItems {
    std::vector<int64_t> items;
    std::vector<int64_t> ends;  // of each batch in items; empty before the batch stage
    bool batched = false;

    int64_t elements() const { return static_cast<int64_t>(batched ? ends.size() : items.size()); }
    int64_t begin(int64_t batch) const { return batch == 0 ? 0 : ends[static_cast<size_t>(batch) - 1]; }
};

class ItemOrder {
public:
    // Without a batch stage every item is a batch of its own. Throws Error where an epoch would never end, and where
    // epochs would differ in length.
    ItemOrder(int64_t items, std::vector<OrderStage> stages);

    int64_t batchesPerEpoch() const { return perEpoch_; }
    int64_t itemsPerEpoch() const;  // of the first epoch, where batches of several sizes are taken or skipped
    // Epochs of a last repeat: 1 without one, -1 for ever.
    int64_t epochs() const { return epochs_; }
    bool hasRepeat() const { return hasRepeat_; }
    OrderedItems order(int64_t epoch) const { return make(stages_.size(), epoch, perEpoch_); }

private:
    int64_t lengthAfter(size_t stages) const;  // elements; -1 = without end
    OrderedItems make(size_t stages, int64_t pass, int64_t wanted) const;
    OrderedItems filtered(size_t stages, int64_t pass, int64_t wanted) const;
    OrderedItems repeated(size_t stages, int64_t pass, int64_t wanted) const;

    int64_t items_, perEpoch_ = 0, epochs_ = 1;
    bool hasRepeat_ = false;
    std::vector<OrderStage> stages_;  // without the last repeat; with a batch
};

}  // namespace tl
