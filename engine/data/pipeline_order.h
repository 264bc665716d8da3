// The index-level half of a pipeline: shuffle, take, skip and repeat over item numbers. Nothing is read here, so
// any epoch's order can be told at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tl {

struct OrderStage {
    enum class Kind { Shuffle, Take, Skip, Repeat } kind;
    int64_t count = 0;  // the shuffle's buffer, items, or epochs (-1 = for ever)
    uint64_t seed = 0;  // shuffle
};

class ItemOrder {
public:
    // Throws Error where an epoch would never end.
    ItemOrder(int64_t items, std::vector<OrderStage> stages);

    int64_t itemsPerEpoch() const { return perEpoch_; }
    // Epochs of a last repeat: 1 without one, -1 for ever.
    int64_t epochs() const { return epochs_; }
    bool hasRepeat() const { return hasRepeat_; }
    std::vector<int64_t> order(int64_t epoch) const;

private:
    int64_t lengthAfter(size_t stages) const;  // -1 = without end
    std::vector<int64_t> make(size_t stages, int64_t pass, int64_t wanted) const;

    int64_t items_, perEpoch_ = 0, epochs_ = 1;
    bool hasRepeat_ = false;
    std::vector<OrderStage> stages_;  // without the last repeat
};

}  // namespace tl
