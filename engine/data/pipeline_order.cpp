// Stages are evaluated from the last to the first: each asks its predecessor for as many elements as it needs.
#include "engine/data/pipeline_order.h"

#include <algorithm>
#include <numeric>

#include "engine/core/error.h"
#include "engine/core/rng.h"

namespace tl {
namespace {

using Kind = OrderStage::Kind;

// A pass within an epoch that holds a repeat for ever gets numbers of its own.
constexpr int64_t kEndless = int64_t{1} << 32;

// tf.data's shuffle: fill a buffer, then hand out a random element and put the next one in its place.
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

// Elements [first, last).
OrderedItems part(OrderedItems all, int64_t first, int64_t last) {
    last = std::min(last, all.elements());
    first = std::min(first, last);
    if (first == 0 && last == all.elements()) return all;
    const int64_t from = all.batched ? (first == last ? 0 : all.begin(first)) : first;
    const int64_t to = all.batched ? (first == last ? 0 : all.ends[static_cast<size_t>(last) - 1]) : last;
    OrderedItems some;
    some.batched = all.batched;
    some.items.assign(all.items.begin() + from, all.items.begin() + to);
    for (int64_t i = first; all.batched && i < last; ++i) some.ends.push_back(all.ends[static_cast<size_t>(i)] - from);
    return some;
}

void append(OrderedItems& all, const OrderedItems& more) {
    const auto offset = static_cast<int64_t>(all.items.size());
    all.batched = more.batched;
    all.items.insert(all.items.end(), more.items.begin(), more.items.end());
    for (const int64_t end : more.ends) all.ends.push_back(offset + end);
}

OrderedItems shuffled(OrderedItems all, int64_t buffer, Rng rng) {
    if (!all.batched) {
        shuffleInPlace(all.items, buffer, rng);
        return all;
    }
    std::vector<int64_t> batches(all.ends.size());
    std::iota(batches.begin(), batches.end(), int64_t{0});
    shuffleInPlace(batches, buffer, rng);
    OrderedItems mixed;
    mixed.batched = true;
    for (const int64_t batch : batches) {
        const auto first = all.items.begin() + all.begin(batch);
        mixed.items.insert(mixed.items.end(), first, all.items.begin() + all.ends[static_cast<size_t>(batch)]);
        mixed.ends.push_back(static_cast<int64_t>(mixed.items.size()));
    }
    return mixed;
}

OrderedItems batched(OrderedItems all, const OrderStage& stage) {
    const auto size = static_cast<int64_t>(all.items.size());
    for (int64_t end = stage.count; end <= size; end += stage.count) all.ends.push_back(end);
    const int64_t whole = size / stage.count * stage.count;
    if (whole < size && stage.dropRemainder) all.items.resize(static_cast<size_t>(whole));
    if (whole < size && !stage.dropRemainder) all.ends.push_back(size);
    all.batched = true;
    return all;
}

// A filter behind a take or skip of shuffled items would keep another number of them each epoch.
void checkFilters(const std::vector<OrderStage>& stages) {
    bool isShuffled = false, cut = false, batches = false;
    for (const OrderStage& stage : stages) {
        if (stage.kind == Kind::Filter && cut)
            throw Error("The pipeline", "filter before shuffle and take",
                        "a filter of items that differ from epoch to epoch", "Call filter first.");
        if (stage.kind == Kind::Filter && batches)
            throw Error("The pipeline", "filter before batch", "a filter of batches", "Call filter before batch.");
        if (stage.kind == Kind::Shuffle) isShuffled = true;
        if (stage.kind == Kind::Batch) batches = true;
        if (stage.kind == Kind::Take || stage.kind == Kind::Skip) cut = cut || isShuffled;
    }
}

}  // namespace

ItemOrder::ItemOrder(int64_t items, std::vector<OrderStage> stages) : items_(items), stages_(std::move(stages)) {
    const auto batch =
        std::find_if(stages_.begin(), stages_.end(), [](const auto& s) { return s.kind == Kind::Batch; });
    if (batch == stages_.end()) stages_.push_back({Kind::Batch, 1});
    // repeat and then batch: batches do not cross epochs.
    if (stages_.size() >= 2 && stages_.back().kind == Kind::Batch && stages_[stages_.size() - 2].kind == Kind::Repeat)
        std::swap(stages_.back(), stages_[stages_.size() - 2]);
    if (stages_.back().kind == Kind::Repeat) {
        epochs_ = stages_.back().count;
        hasRepeat_ = true;
        stages_.pop_back();
    }
    checkFilters(stages_);
    perEpoch_ = lengthAfter(stages_.size());
    if (perEpoch_ < 0)
        throw Error("The pipeline", "repeat for ever as the last stage, or a take after it", "an epoch without end",
                    "Call repeat after shuffle and skip.");
    for (size_t i = 0; i < stages_.size(); ++i)
        if (stages_[i].kind == Kind::Shuffle && lengthAfter(i) < 0)
            throw Error("The pipeline", "shuffle before repeat", "a shuffle of items without end",
                        "Call repeat after shuffle.");
}

int64_t ItemOrder::itemsPerEpoch() const {
    if (stages_.back().kind != Kind::Batch) return static_cast<int64_t>(order(0).items.size());
    const int64_t items = lengthAfter(stages_.size() - 1);
    return stages_.back().dropRemainder || items < 0 ? perEpoch_ * stages_.back().count : items;
}

int64_t ItemOrder::lengthAfter(size_t stages) const {
    int64_t length = items_;
    for (size_t i = 0; i < stages; ++i) {
        const OrderStage& stage = stages_[i];
        switch (stage.kind) {
        case Kind::Shuffle: break;
        case Kind::Take: length = length < 0 ? stage.count : std::min(length, stage.count); break;
        case Kind::Skip: length = length < 0 ? length : std::max<int64_t>(0, length - stage.count); break;
        case Kind::Repeat:
            if (length != 0) length = length < 0 || stage.count < 0 ? -1 : length * stage.count;
            break;
        case Kind::Filter:
            // Of items without end some are kept for ever, or none at all.
            length = length >= 0 ? make(i + 1, 0, -1).elements() : make(i + 1, 0, 1).elements() == 0 ? 0 : -1;
            break;
        case Kind::Batch:
            if (length >= 0) length = (length + (stage.dropRemainder ? 0 : stage.count - 1)) / stage.count;
            break;
        }
    }
    return length;
}

// The first `wanted` elements (-1 = all) that come out of the first `stages` stages in their pass number `pass`.
OrderedItems ItemOrder::make(size_t stages, int64_t pass, int64_t wanted) const {
    if (stages == 0) {
        OrderedItems all;
        all.items.resize(static_cast<size_t>(wanted < 0 ? items_ : std::min(items_, wanted)));
        std::iota(all.items.begin(), all.items.end(), int64_t{0});
        return all;
    }
    const OrderStage& stage = stages_[stages - 1];
    const int64_t most = wanted < 0 ? INT64_MAX : wanted;
    switch (stage.kind) {
    case Kind::Shuffle: {
        // Two shuffles with one seed must not undo each other: the stage's place is part of the stream.
        const Rng rng(stage.seed, streamId("shuffle") + stages - 1, static_cast<uint64_t>(pass));
        return part(shuffled(make(stages - 1, pass, -1), stage.count, rng), 0, most);
    }
    case Kind::Take: return make(stages - 1, pass, std::min(most, stage.count));
    case Kind::Skip:
        return part(make(stages - 1, pass, wanted < 0 ? -1 : wanted + stage.count), stage.count, INT64_MAX);
    case Kind::Batch:
        return part(batched(make(stages - 1, pass, wanted < 0 ? -1 : wanted * stage.count), stage), 0, most);
    case Kind::Repeat: return repeated(stages, pass, wanted);
    case Kind::Filter: return filtered(stages, pass, wanted);
    }
    return {};
}

OrderedItems ItemOrder::repeated(size_t stages, int64_t pass, int64_t wanted) const {
    const OrderStage& stage = stages_[stages - 1];
    OrderedItems all;
    const int64_t passes = stage.count < 0 ? kEndless : stage.count;
    for (int64_t i = 0; i < passes && (wanted < 0 || all.elements() < wanted); ++i) {
        const OrderedItems one = make(stages - 1, pass * passes + i, wanted < 0 ? -1 : wanted - all.elements());
        if (one.elements() == 0) break;
        append(all, one);
    }
    return all;
}

OrderedItems ItemOrder::filtered(size_t stages, int64_t pass, int64_t wanted) const {
    const std::vector<uint8_t>& keep = *stages_[stages - 1].keep;
    if (std::find(keep.begin(), keep.end(), 1) == keep.end()) return {};
    // How many come through is only known afterwards: ask for more until it is enough or there are no more.
    for (int64_t asked = wanted < 0 ? -1 : std::max<int64_t>(2 * wanted, 64);; asked *= 2) {
        OrderedItems some = make(stages - 1, pass, asked);
        const bool all = asked < 0 || some.elements() < asked;
        std::erase_if(some.items, [&](int64_t item) { return !keep[static_cast<size_t>(item)]; });
        if (wanted < 0 || some.elements() >= wanted) return part(std::move(some), 0, wanted < 0 ? INT64_MAX : wanted);
        // Kept items that a take left out never come: endless passes over the same ones hold none of them.
        if (all || (some.items.empty() && asked > 4 * std::max<int64_t>(items_, 64))) return some;
    }
}

}  // namespace tl
