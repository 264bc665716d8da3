// What all sources share: the broken items of a whole data set, and the split by seed.
#include "engine/data/source.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/core/brief.h"
#include "engine/core/error.h"
#include "engine/core/rng.h"

namespace tl {
namespace {

// Some of another source's items. Only one of a split's two halves repeats the broken ones, so that they count once.
class SubsetSource : public Source {
public:
    SubsetSource(std::shared_ptr<const Source> whole, std::vector<int64_t> items, bool listsBroken)
        : whole_(std::move(whole)), items_(std::move(items)), listsBroken_(listsBroken) {}

    std::string name() const override { return whole_->name(); }
    int64_t size() const override { return static_cast<int64_t>(items_.size()); }
    const std::vector<std::string>& classNames() const override { return whole_->classNames(); }
    int label(int64_t index) const override { return whole_->label(at(index)); }
    bool hasLabel(int64_t index) const override { return whole_->hasLabel(at(index)); }
    std::string itemName(int64_t index) const override { return whole_->itemName(at(index)); }
    void read(int64_t index, Image& image) const override { whole_->read(at(index), image); }
    Shape sampleShape() const override { return whole_->sampleShape(); }
    DType dataType() const override { return whole_->dataType(); }
    const uint8_t* planar(int64_t index) const override { return whole_->planar(at(index)); }
    const float* unscaledRow(int64_t index) const override { return whole_->unscaledRow(at(index)); }
    const std::vector<std::string>& columnNames() const override { return whole_->columnNames(); }
    bool hasTargets() const override { return whole_->hasTargets(); }
    float target(int64_t index) const override { return whole_->target(at(index)); }
    const std::vector<BrokenItem>& broken() const override { return listsBroken_ ? whole_->broken() : none_; }

private:
    int64_t at(int64_t index) const { return items_[static_cast<size_t>(index)]; }

    std::shared_ptr<const Source> whole_;
    std::vector<int64_t> items_;
    bool listsBroken_;
    std::vector<BrokenItem> none_;
};

}  // namespace

const std::vector<std::string>& Source::columnNames() const {
    static const std::vector<std::string> none;
    return none;
}

std::vector<BrokenItem> DataSet::broken() const {
    std::vector<BrokenItem> all;
    for (const auto& split : {train, validation, test})
        if (split) all.insert(all.end(), split->broken().begin(), split->broken().end());
    return all;
}

namespace {

// How many of each class are drawn where `drawn` of all are: each its share, and what is over to the largest
// remainders.
std::vector<int64_t> sharesOf(const std::vector<int64_t>& counts, int64_t all, int64_t drawn) {
    std::vector<int64_t> shares;
    std::vector<std::pair<int64_t, size_t>> rests;  // of count * drawn / all
    int64_t over = drawn;
    for (size_t i = 0; i < counts.size(); ++i) {
        const auto [share, rest] = std::lldiv(counts[i] * drawn, all);
        shares.push_back(share);
        rests.emplace_back(-rest, i);
        over -= share;
    }
    std::sort(rests.begin(), rests.end());
    for (int64_t i = 0; i < over; ++i) ++shares[rests[static_cast<size_t>(i)].second];
    return shares;
}

}  // namespace

std::pair<std::shared_ptr<const Source>, std::shared_ptr<const Source>>
splitSource(std::shared_ptr<const Source> source, const ValidationSplit& split, std::string_view draw) {
    const double fraction = split.fraction;
    if (!(fraction >= 0 && fraction <= 1))
        throw Error("The fraction to split off", "a number from 0 to 1", shortest(fraction));
    const int64_t size = source->size();
    int64_t second = std::llround(fraction * static_cast<double>(size));
    // A fraction that is not 0 or 1 leaves neither half empty if it can.
    if (fraction > 0 && fraction < 1 && size >= 2) second = std::clamp<int64_t>(second, 1, size - 1);

    const bool classes = split.stratified && !source->hasTargets() && source->classNames().size() > 1;
    const auto classOf = [&](int64_t item) { return classes ? static_cast<size_t>(source->label(item)) : 0; };
    std::vector<int64_t> left(classes ? source->classNames().size() : 1);
    for (int64_t i = 0; i < size; ++i) ++left[classOf(i)];
    if (size > 0) left = sharesOf(left, size, second);

    std::vector<int64_t> items(static_cast<size_t>(size));
    std::iota(items.begin(), items.end(), int64_t{0});
    std::vector<int64_t> drawn, rest;
    Rng rng(split.seed, streamId(draw));
    int64_t i = 0;
    for (; i < size && static_cast<int64_t>(drawn.size()) < second; ++i) {
        const auto j = i + static_cast<int64_t>(rng.below(static_cast<uint64_t>(size - i)));
        std::swap(items[static_cast<size_t>(i)], items[static_cast<size_t>(j)]);
        const int64_t item = items[static_cast<size_t>(i)];
        (left[classOf(item)]-- > 0 ? drawn : rest).push_back(item);
    }
    rest.insert(rest.end(), items.begin() + i, items.end());
    std::sort(drawn.begin(), drawn.end());
    std::sort(rest.begin(), rest.end());
    return {std::make_shared<SubsetSource>(source, std::move(rest), true),
            std::make_shared<SubsetSource>(source, std::move(drawn), false)};
}

}  // namespace tl
