// Stages are evaluated from the last to the first: each asks its predecessor for as many items as it needs.
#include "engine/data/pipeline_order.h"

#include <algorithm>
#include <numeric>

#include "engine/core/error.h"
#include "engine/core/rng.h"

namespace tl {
namespace {

// A pass within an epoch that holds a repeat for ever gets numbers of its own.
constexpr int64_t kEndless = int64_t{1} << 32;

// tf.data's shuffle: fill a buffer, then hand out a random element and put the next item in its place.
void shuffleInPlace(std::vector<int64_t>& items, int64_t buffer, Rng& rng) {
    const size_t size = items.size(), held = std::min(static_cast<size_t>(buffer), size);
    std::vector<int64_t> pool(items.begin(), items.begin() + static_cast<int64_t>(held));
    size_t next = held;
    for (size_t i = 0; i < size; ++i) {
        const auto drawn = static_cast<size_t>(rng.below(pool.size()));
        items[i] = pool[drawn];
        if (next < size) {
            pool[drawn] = items[next++];  // next > i always: not yet overwritten
        } else {
            pool[drawn] = pool.back();
            pool.pop_back();
        }
    }
}

}  // namespace

ItemOrder::ItemOrder(int64_t items, std::vector<OrderStage> stages) : items_(items), stages_(std::move(stages)) {
    if (!stages_.empty() && stages_.back().kind == OrderStage::Kind::Repeat) {
        epochs_ = stages_.back().count;
        hasRepeat_ = true;
        stages_.pop_back();
    }
    perEpoch_ = lengthAfter(stages_.size());
    if (perEpoch_ < 0)
        throw Error("The pipeline", "repeat for ever as the last stage, or a take after it", "an epoch without end",
                    "Call repeat after shuffle and skip.");
    for (size_t i = 0; i < stages_.size(); ++i)
        if (stages_[i].kind == OrderStage::Kind::Shuffle && lengthAfter(i) < 0)
            throw Error("The pipeline", "shuffle before repeat", "a shuffle of items without end",
                        "Call repeat after shuffle.");
}

int64_t ItemOrder::lengthAfter(size_t stages) const {
    int64_t length = items_;
    for (size_t i = 0; i < stages; ++i) {
        const OrderStage& stage = stages_[i];
        switch (stage.kind) {
        case OrderStage::Kind::Shuffle: break;
        case OrderStage::Kind::Take: length = length < 0 ? stage.count : std::min(length, stage.count); break;
        case OrderStage::Kind::Skip: length = length < 0 ? length : std::max<int64_t>(0, length - stage.count); break;
        case OrderStage::Kind::Repeat:
            if (length != 0) length = length < 0 || stage.count < 0 ? -1 : length * stage.count;
            break;
        }
    }
    return length;
}

// The first `wanted` items (-1 = all) that come out of the first `stages` stages in their pass number `pass`.
std::vector<int64_t> ItemOrder::make(size_t stages, int64_t pass, int64_t wanted) const {
    const auto limit = [&](std::vector<int64_t> items) {
        if (wanted >= 0 && static_cast<int64_t>(items.size()) > wanted) items.resize(static_cast<size_t>(wanted));
        return items;
    };
    if (stages == 0) {
        std::vector<int64_t> items(static_cast<size_t>(wanted < 0 ? items_ : std::min(items_, wanted)));
        std::iota(items.begin(), items.end(), int64_t{0});
        return items;
    }
    const OrderStage& stage = stages_[stages - 1];
    switch (stage.kind) {
    case OrderStage::Kind::Shuffle: {
        std::vector<int64_t> items = make(stages - 1, pass, -1);
        // Two shuffles with one seed must not undo each other: the stage's place is part of the stream.
        Rng rng(stage.seed, streamId("shuffle") + stages - 1, static_cast<uint64_t>(pass));
        shuffleInPlace(items, stage.count, rng);
        return limit(std::move(items));
    }
    case OrderStage::Kind::Take:
        return make(stages - 1, pass, wanted < 0 ? stage.count : std::min(wanted, stage.count));
    case OrderStage::Kind::Skip: {
        std::vector<int64_t> items = make(stages - 1, pass, wanted < 0 ? -1 : wanted + stage.count);
        const auto skipped = std::min(stage.count, static_cast<int64_t>(items.size()));
        items.erase(items.begin(), items.begin() + skipped);
        return items;
    }
    case OrderStage::Kind::Repeat: {
        std::vector<int64_t> items;
        const int64_t passes = stage.count < 0 ? kEndless : stage.count;
        for (int64_t i = 0; i < passes && (wanted < 0 || static_cast<int64_t>(items.size()) < wanted); ++i) {
            const int64_t missing = wanted < 0 ? -1 : wanted - static_cast<int64_t>(items.size());
            const auto one = make(stages - 1, pass * passes + i, missing);
            if (one.empty()) break;
            items.insert(items.end(), one.begin(), one.end());
        }
        return items;
    }
    }
    return {};
}

std::vector<int64_t> ItemOrder::order(int64_t epoch) const { return make(stages_.size(), epoch, perEpoch_); }

}  // namespace tl
