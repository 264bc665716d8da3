// Blocks of 4096 slices: a search over their first beginnings and one within a block find any time; for the longest of
// a range, blocks and groups of 16 know theirs; for those of a label, full blocks are sorted by it. All slices of a
// screen cost as much as the screen has pixels.
#include "engine/profile/trace_lane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace tl {

void LabelSet::insert(uint32_t label) {
    if (label >= bits_.size()) bits_.resize(label + 1);
    if (bits_[label]) return;
    bits_[label] = true;
    members_.push_back(label);
}

bool TraceLane::Block::mayHold(const LabelSet& labels) const {
    return std::ranges::any_of(labels.members(), [&](uint32_t label) { return signs[label % kSigns]; });
}

void TraceLane::append(const TraceSlice& slice) {
    if (last_ % kBlock == 0) {
        blocks_.push_back(std::make_shared<Block>());
    } else if (shared_) {
        blocks_.back() = std::make_shared<Block>(*blocks_.back());
    }
    shared_ = false;
    Block& to = *blocks_.back();
    const auto at = static_cast<uint16_t>(to.slices.size());
    to.slices.push_back(slice);
    if (at % kGroup == 0) {
        to.groups.push_back({slice.begin, slice.duration, at});
    } else if (slice.duration > to.groups.back().duration) {
        to.groups.back().duration = slice.duration;
        to.groups.back().longest = at;
    }
    if (slice.duration > to.slices[to.longestOfAll].duration) to.longestOfAll = at;
    to.signs.set(slice.label % kSigns);
    if (to.slices.size() == kBlock) to.sortByLabel();
    ++last_;
}

// A byte of the labels after another, as a block of thousands is sorted quickest.
void TraceLane::Block::sortByLabel() {
    uint32_t most = 0;
    for (const TraceSlice& slice : slices) most = std::max(most, slice.label);
    std::vector<uint16_t> sorted(slices.size());
    byLabel.resize(slices.size());
    std::iota(byLabel.begin(), byLabel.end(), uint16_t{0});
    for (int shift = 0; shift < 32 && most >> shift != 0; shift += 8) {
        const auto byteOf = [&](uint16_t slice) { return slices[slice].label >> shift & 0xFF; };
        std::array<uint16_t, 256> places{};
        for (const uint16_t slice : byLabel) ++places[byteOf(slice)];
        std::exclusive_scan(places.begin(), places.end(), places.begin(), uint16_t{0});
        for (const uint16_t slice : byLabel) sorted[places[byteOf(slice)]++] = slice;
        byLabel.swap(sorted);
    }
}

std::vector<uint16_t>::const_iterator TraceLane::Block::firstOf(uint32_t label, uint64_t from) const {
    return std::ranges::lower_bound(byLabel, std::pair(label, from), {},
                                    [this](uint16_t slice) { return std::pair(slices[slice].label, uint64_t{slice}); });
}

bool TraceLane::Block::list(const LabelSet& labels, std::vector<uint16_t>& to) const {
    to.clear();
    if (!mayHold(labels)) return true;
    if (byLabel.empty() || labels.members().size() > kFewLabels) return false;
    for (const uint32_t label : labels.members()) {
        const auto first = firstOf(label, 0), end = firstOf(label, kBlock);
        if (to.size() + static_cast<size_t>(end - first) > kRare) return false;
        to.insert(to.end(), first, end);
    }
    if (labels.members().size() > 1) std::ranges::sort(to);
    return true;
}

uint64_t TraceLane::Block::next(uint64_t from, const LabelSet& labels) const {
    if (byLabel.empty() || labels.members().size() > kFewLabels) {  // of many, one is soon met
        for (uint64_t i = from; i < slices.size(); ++i)
            if (labels.contains(slices[i].label)) return i;
        return kBlock;
    }
    uint64_t found = kBlock;
    for (const uint32_t label : labels.members())
        if (const auto first = firstOf(label, from); first != byLabel.end() && slices[*first].label == label)
            found = std::min<uint64_t>(found, *first);
    return found;
}

uint64_t TraceLane::Block::previous(uint64_t before, const LabelSet& labels) const {
    if (byLabel.empty() || labels.members().size() > kFewLabels) {
        for (uint64_t i = before; i-- > 0;)
            if (labels.contains(slices[i].label)) return i;
        return kBlock;
    }
    uint64_t found = kBlock;
    for (const uint32_t label : labels.members())
        if (const auto after = firstOf(label, before); after != byLabel.begin() && slices[after[-1]].label == label)
            found = found == kBlock ? after[-1] : std::max<uint64_t>(found, after[-1]);
    return found;
}

void TraceLane::dropBefore(int64_t time) {
    size_t gone = 0;
    while (gone + 1 < blocks_.size() && blocks_[gone]->slices.back().end() < time) ++gone;
    blocks_.erase(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(gone));
    dropped_ += gone;
}

TraceLane TraceLane::share() {
    shared_ = true;
    return *this;
}

uint64_t TraceLane::beginningFrom(int64_t time, uint64_t from) const {
    if (from >= last_) return last_;
    // Most often it is in the same block.
    uint64_t number = from / kBlock - dropped_;
    if (blocks_[number]->slices.back().begin < time) {
        const auto after =
            std::upper_bound(blocks_.begin() + static_cast<std::ptrdiff_t>(number) + 1, blocks_.end(), time,
                             [](int64_t at, const auto& block) { return at <= block->slices.front().begin; });
        number = static_cast<uint64_t>(after - blocks_.begin()) - 1;
    }
    const auto& slices = blocks_[number]->slices;
    const auto& groups = blocks_[number]->groups;
    const auto group = static_cast<size_t>(std::ranges::lower_bound(groups, time, {}, &Group::begin) - groups.begin());
    const auto first = slices.begin() + static_cast<std::ptrdiff_t>(group > 0 ? (group - 1) * kGroup : 0);
    const auto last = slices.begin() + static_cast<std::ptrdiff_t>(std::min(group * kGroup, slices.size()));
    const auto found = std::ranges::lower_bound(first, last, time, {}, &TraceSlice::begin);
    return std::max(from, (number + dropped_) * kBlock + static_cast<uint64_t>(found - slices.begin()));
}

uint64_t TraceLane::firstEndingAfter(int64_t time) const {
    // Slices do not overlap, so only the one before can reach over.
    const uint64_t found = firstBeginningFrom(time);
    return found > first() && (*this)[found - 1].end() > time ? found - 1 : found;
}

uint64_t TraceLane::longestIn(const Block& block, uint64_t begin, uint64_t end) {
    uint64_t best = begin;
    int64_t duration = block.slices[begin].duration;
    const auto consider = [&](uint64_t i, int64_t its) {
        if (its <= duration) return;
        best = i;
        duration = its;
    };
    uint64_t i = begin;
    for (; i < end && i % kGroup != 0; ++i) consider(i, block.slices[i].duration);
    for (; i + kGroup <= end; i += kGroup)
        consider(block.groups[i / kGroup].longest, block.groups[i / kGroup].duration);
    for (; i < end; ++i) consider(i, block.slices[i].duration);
    return best;
}

uint64_t TraceLane::longest(uint64_t begin, uint64_t end) const {
    uint64_t best = begin;
    for (uint64_t i = begin; i < end;) {
        const Block& here = block(i);
        const uint64_t start = i - i % kBlock, stop = std::min(end, start + kBlock);
        const bool whole = i == start && stop == start + here.slices.size();
        const uint64_t found = start + (whole ? here.longestOfAll : longestIn(here, i - start, stop - start));
        if ((*this)[found].duration > (*this)[best].duration) best = found;
        i = stop;
    }
    return best;
}

// Where a pixel has many groups, they alone are read: the piece ends with the group that the pixel ends in, which moves
// its end by less than a pixel. `i` again where that cannot be said, else what comes next.
uint64_t TraceLane::groupedPiece(uint64_t i, double perPixel, std::vector<TracePiece>& out) const {
    const TraceSlice& first = (*this)[i];
    const double pixel = std::floor(static_cast<double>(first.begin) / perPixel);
    const auto pixelEnd = static_cast<int64_t>(std::ceil((pixel + 1) * perPixel));
    uint64_t longest = i, end = i;
    int64_t duration = first.duration;
    for (uint64_t start = i - i % kBlock; end < last_; start += kBlock) {
        const Block& here = block(start);
        const auto all = here.groups.end();
        auto group = here.groups.begin() + static_cast<std::ptrdiff_t>((end - start) / kGroup);
        for (; group != all && group->begin < pixelEnd; ++group)
            if (group->duration > duration) {
                duration = group->duration;
                longest = start + group->longest;
            }
        end = start + std::min(static_cast<size_t>(group - here.groups.begin()) * kGroup, here.slices.size());
        if (group != all) break;
    }
    const TraceSlice& last = (*this)[end - 1];
    if (end - i < kManyGroups * kGroup || static_cast<double>(duration) >= perPixel ||
        static_cast<double>(last.end() - pixelEnd) > perPixel)
        return i;
    out.push_back({first.begin, last.end(), longest, (*this)[longest].label, static_cast<uint32_t>(end - i)});
    return end;
}

void TraceLane::pieces(int64_t from, int64_t to, double perPixel, std::vector<TracePiece>& out) const {
    for (uint64_t i = firstEndingAfter(from); i < last_;) {
        const TraceSlice& slice = (*this)[i];
        if (slice.begin >= to) break;
        if (static_cast<double>(slice.duration) >= perPixel) {
            out.push_back({slice.begin, slice.end(), i, slice.label, 1});
            ++i;
            continue;
        }
        if (i % kGroup == 0)
            if (const uint64_t next = groupedPiece(i, perPixel, out); next != i) {
                i = next;
                continue;
            }
        const double pixel = std::floor(static_cast<double>(slice.begin) / perPixel);
        const auto pixelEnd = static_cast<int64_t>(std::ceil((pixel + 1) * perPixel));
        uint64_t after = std::max(i + 1, beginningFrom(pixelEnd, i));
        if (i % kGroup != 0 && after - i > kManyGroups * kGroup)
            after = i - i % kGroup + kGroup;  // whole groups follow
        // Only the last that begins in the pixel can reach beyond it.
        const uint64_t chosen = after - i == 1 ? i : longest(i, after);
        const TraceSlice& last = (*this)[after - 1];
        out.push_back({slice.begin, last.end(), chosen, (*this)[chosen].label, static_cast<uint32_t>(after - i)});
        i = after;
    }
}

void TraceLane::pieces(int64_t from, int64_t to, double perPixel, const LabelSet& labels,
                       std::vector<TracePiece>& out) const {
    constexpr int kWalked = 4;  // of a pixel, before what is left of it is skipped
    // Those of the block at hand, where they are rare; else the next is near.
    std::vector<uint16_t> rare;
    uint64_t listed = last_;
    bool near = false;
    const auto nextFrom = [&](uint64_t i) {
        while (i < last_) {
            const uint64_t start = i - i % kBlock;
            if (start != listed) {
                near = !block(i).list(labels, rare);
                listed = start;
            }
            if (near) {
                if (const uint64_t found = block(i).next(i - start, labels); found < kBlock) return start + found;
            } else if (const auto found = std::ranges::lower_bound(rare, i - start); found != rare.end()) {
                return start + *found;
            }
            i = start + kBlock;
        }
        return last_;
    };
    for (uint64_t i = nextFrom(firstEndingAfter(from)); i < last_;) {
        const TraceSlice& slice = (*this)[i];
        if (slice.begin >= to) break;
        const double pixel = std::floor(static_cast<double>(slice.begin) / perPixel);
        const auto pixelEnd = static_cast<int64_t>(std::ceil((pixel + 1) * perPixel));
        uint64_t last = i, after = nextFrom(i + 1);
        for (int walked = 0; after < last_ && (*this)[after].begin < pixelEnd; ++walked) {
            if (walked == kWalked) {
                // Only the last that begins in the pixel can reach beyond it: the others need not be looked at.
                const uint64_t end = beginningFrom(pixelEnd, after);
                if (labels.contains((*this)[end - 1].label)) last = end - 1;
                after = nextFrom(end);
                break;
            }
            last = after;
            after = nextFrom(after + 1);
        }
        const TraceSlice& reaches = (*this)[last];
        const uint64_t longer = reaches.duration > slice.duration ? last : i;
        out.push_back({slice.begin, reaches.end(), longer, (*this)[longer].label, 1});
        i = after;
    }
}

uint64_t TraceLane::next(uint64_t from, const LabelSet& labels) const {
    for (uint64_t i = std::max(from, first()); i < last_;) {
        const Block& here = block(i);
        const uint64_t start = i - i % kBlock;
        if (here.mayHold(labels))
            if (const uint64_t found = here.next(i - start, labels); found < kBlock) return start + found;
        i = start + kBlock;
    }
    return last_;
}

uint64_t TraceLane::previous(uint64_t before, const LabelSet& labels) const {
    for (uint64_t i = std::min(before, last_); i > first();) {
        const Block& here = block(i - 1);
        const uint64_t start = (i - 1) - (i - 1) % kBlock;
        if (here.mayHold(labels))
            if (const uint64_t found = here.previous(i - start, labels); found < kBlock) return start + found;
        i = start;
    }
    return last_;
}

std::vector<uint64_t> TraceLane::all(const LabelSet& labels) const {
    std::vector<uint64_t> found;
    for (uint64_t i = next(first(), labels); i < last_; i = next(i + 1, labels)) found.push_back(i);
    return found;
}

}  // namespace tl
