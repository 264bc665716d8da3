// Blocks of 4096 slices: a search over their first beginnings and one within a block find any time; for the longest of
// a range, blocks and groups of 16 know theirs. All slices of a screen cost as much as the screen has pixels.
#include "engine/profile/trace_lane.h"

#include <algorithm>
#include <cmath>

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
    if (at % kGroup == 0)
        to.longest.push_back(at);
    else if (slice.duration > to.slices[to.longest.back()].duration)
        to.longest.back() = at;
    if (slice.duration > to.slices[to.longestOfAll].duration) to.longestOfAll = at;
    to.signs.set(slice.label % kSigns);
    ++last_;
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
    const auto found = std::ranges::lower_bound(slices, time, {}, &TraceSlice::begin);
    return std::max(from, (number + dropped_) * kBlock + static_cast<uint64_t>(found - slices.begin()));
}

uint64_t TraceLane::firstEndingAfter(int64_t time) const {
    // Slices do not overlap, so only the one before can reach over.
    const uint64_t found = firstBeginningFrom(time);
    return found > first() && (*this)[found - 1].end() > time ? found - 1 : found;
}

uint64_t TraceLane::longestIn(const Block& block, uint64_t begin, uint64_t end) {
    uint64_t best = begin;
    const auto consider = [&](uint64_t i) {
        if (block.slices[i].duration > block.slices[best].duration) best = i;
    };
    uint64_t i = begin;
    for (; i < end && i % kGroup != 0; ++i) consider(i);
    for (; i + kGroup <= end; i += kGroup) consider(block.longest[i / kGroup]);
    for (; i < end; ++i) consider(i);
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

void TraceLane::pieces(int64_t from, int64_t to, double perPixel, std::vector<TracePiece>& out) const {
    for (uint64_t i = firstEndingAfter(from); i < last_;) {
        const TraceSlice& slice = (*this)[i];
        if (slice.begin >= to) break;
        if (static_cast<double>(slice.duration) >= perPixel) {
            out.push_back({slice.begin, slice.end(), i, slice.label, 1});
            ++i;
            continue;
        }
        const double pixel = std::floor(static_cast<double>(slice.begin) / perPixel);
        const auto pixelEnd = static_cast<int64_t>(std::ceil((pixel + 1) * perPixel));
        const uint64_t after = std::max(i + 1, beginningFrom(pixelEnd, i));
        // Only the last that begins in the pixel can reach beyond it.
        const uint64_t chosen = after - i == 1 ? i : longest(i, after);
        const TraceSlice& last = (*this)[after - 1];
        out.push_back({slice.begin, last.end(), chosen, (*this)[chosen].label, static_cast<uint32_t>(after - i)});
        i = after;
    }
}

void TraceLane::pieces(int64_t from, int64_t to, double perPixel, const LabelSet& labels,
                       std::vector<TracePiece>& out) const {
    for (uint64_t i = next(firstEndingAfter(from), labels); i < last_;) {
        const TraceSlice& slice = (*this)[i];
        if (slice.begin >= to) break;
        out.push_back({slice.begin, slice.end(), i, slice.label, 1});
        const double pixel = std::floor(static_cast<double>(slice.begin) / perPixel);
        i = next(std::max(i + 1, beginningFrom(static_cast<int64_t>(std::ceil((pixel + 1) * perPixel)), i)), labels);
    }
}

uint64_t TraceLane::next(uint64_t from, const LabelSet& labels) const {
    for (uint64_t i = std::max(from, first()); i < last_;) {
        const Block& here = block(i);
        const uint64_t start = i - i % kBlock;
        if (here.mayHold(labels))
            for (uint64_t k = i - start; k < here.slices.size(); ++k)
                if (labels.contains(here.slices[k].label)) return start + k;
        i = start + kBlock;
    }
    return last_;
}

uint64_t TraceLane::previous(uint64_t before, const LabelSet& labels) const {
    for (uint64_t i = std::min(before, last_); i > first();) {
        const Block& here = block(i - 1);
        const uint64_t start = (i - 1) - (i - 1) % kBlock;
        if (here.mayHold(labels))
            for (uint64_t k = i - start; k-- > 0;)
                if (labels.contains(here.slices[k].label)) return start + k;
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
