// Blocks of 4096 slices: a search over their first beginnings and one within a block find any time; for the longest of
// a range, blocks and groups of 16 know theirs; for those of a label, full blocks are sorted by it. All slices of a
// screen cost as much as the screen has pixels: where many share one, memory is read in its order, and groups alone.
#include "engine/profile/trace_lane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace tl {

namespace {

int64_t endOfPixel(int64_t time, double perPixel) {
    return static_cast<int64_t>(std::ceil((std::floor(static_cast<double>(time) / perPixel) + 1) * perPixel));
}

}  // namespace

void LabelSet::insert(uint32_t label) {
    if (label >= bits_.size()) bits_.resize(label + 1);
    if (bits_[label]) return;
    bits_[label] = true;
    members_.push_back(label);
}

bool TraceLane::Block::mayHold(const LabelSet& wanted) const {
    return std::ranges::any_of(wanted.members(), [&](uint32_t label) { return signs[label % kSigns]; });
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
    if (at % kGroup == 0) to.groups.push_back({slice.begin, -1, 0, 0, 0});
    Group& group = to.groups.back();
    group.end = slice.end();
    if (slice.duration > group.duration) {
        group.duration = slice.duration;
        group.longest = at;
        group.label = slice.label;
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
    for (size_t i = 0; i < byLabel.size(); ++i)
        if (const uint32_t label = slices[byLabel[i]].label; labels.empty() || labels.back().label != label)
            labels.push_back({label, static_cast<uint16_t>(i)});
}

std::span<const uint16_t> TraceLane::Block::of(uint32_t label) const {
    const auto found = std::ranges::lower_bound(labels, label, {}, &Label::label);
    if (found == labels.end() || found->label != label) return {};
    const size_t end = found + 1 == labels.end() ? byLabel.size() : found[1].first;
    return std::span(byLabel).subspan(found->first, end - found->first);
}

bool TraceLane::Block::list(const LabelSet& wanted, std::vector<uint16_t>& to) const {
    to.clear();
    if (!mayHold(wanted)) return true;
    if (byLabel.empty() || wanted.members().size() > kFewLabels) return false;
    for (const uint32_t label : wanted.members()) {
        const auto those = of(label);
        if (to.size() + those.size() > kRare) return false;
        to.insert(to.end(), those.begin(), those.end());
    }
    if (wanted.members().size() > 1) std::ranges::sort(to);
    return true;
}

uint64_t TraceLane::Block::next(uint64_t from, const LabelSet& wanted) const {
    if (byLabel.empty() || wanted.members().size() > kFewLabels) {  // of many, one is soon met
        for (uint64_t i = from; i < slices.size(); ++i)
            if (wanted.contains(slices[i].label)) return i;
        return kBlock;
    }
    uint64_t found = kBlock;
    for (const uint32_t label : wanted.members()) {
        const auto those = of(label);
        if (const auto first = std::ranges::lower_bound(those, from); first != those.end())
            found = std::min<uint64_t>(found, *first);
    }
    return found;
}

uint64_t TraceLane::Block::previous(uint64_t before, const LabelSet& wanted) const {
    if (byLabel.empty() || wanted.members().size() > kFewLabels) {
        for (uint64_t i = before; i-- > 0;)
            if (wanted.contains(slices[i].label)) return i;
        return kBlock;
    }
    uint64_t found = kBlock;
    for (const uint32_t label : wanted.members()) {
        const auto those = of(label);
        if (const auto after = std::ranges::lower_bound(those, before); after != those.begin())
            found = found == kBlock ? after[-1] : std::max<uint64_t>(found, after[-1]);
    }
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

// Where a pixel has whole groups, they alone are read: the piece ends with the group that the pixel ends in, which
// moves its end by less than a pixel. `i`, a group's first, again where that cannot be said, else what comes next.
uint64_t TraceLane::groupedPiece(uint64_t i, double perPixel, std::vector<TracePiece>& out) const {
    uint64_t start = i - i % kBlock, end = i;
    const Block* here = &block(i);
    size_t at = (i - start) / kGroup;
    const Group& first = here->groups[at];
    const int64_t pixelEnd = endOfPixel(first.begin, perPixel);
    if (at + 1 < here->groups.size() && here->groups[at + 1].begin >= pixelEnd) return i;
    int64_t duration = first.duration, reaches = first.end;
    uint64_t longest = start + first.longest;
    uint32_t label = first.label;
    for (;;) {
        for (; at < here->groups.size() && here->groups[at].begin < pixelEnd; ++at) {
            const Group& group = here->groups[at];
            reaches = group.end;
            if (group.duration <= duration) continue;
            duration = group.duration;
            longest = start + group.longest;
            label = group.label;
        }
        end = std::max(end, start + std::min(at * kGroup, here->slices.size()));
        if (at < here->groups.size() || end >= last_) break;
        start += kBlock;
        here = &block(start);
        at = 0;
    }
    if (end - i < kGroup || static_cast<double>(duration) >= perPixel ||
        static_cast<double>(reaches - pixelEnd) > perPixel)
        return i;
    out.push_back({first.begin, reaches, longest, label, static_cast<uint32_t>(end - i)});
    return end;
}

// Of those from `i` on that begin before a time, `i` whatever its own: the first after them, and the longest of them.
// Made for few, or few groups.
std::pair<uint64_t, uint64_t> TraceLane::walkTo(int64_t time, uint64_t i) const {
    uint64_t longest = i, after = i + 1;
    int64_t duration = (*this)[i].duration;
    const auto consider = [&](uint64_t which, int64_t its) {
        if (its <= duration) return;
        longest = which;
        duration = its;
    };
    while (after < last_) {
        const uint64_t start = after - after % kBlock;
        const Block& here = block(after);
        for (uint64_t k = after - start; k < here.slices.size();) {
            // One that the next group begins in time behind is in time.
            if (k % kGroup == 0 && k + kGroup < here.slices.size() && here.groups[k / kGroup + 1].begin < time) {
                const Group& group = here.groups[k / kGroup];
                consider(start + group.longest, group.duration);
                k += kGroup;
                continue;
            }
            if (here.slices[k].begin >= time) return {start + k, longest};
            consider(start + k, here.slices[k].duration);
            ++k;
        }
        after = start + here.slices.size();
    }
    return {last_, longest};
}

void TraceLane::pieces(int64_t from, int64_t to, double perPixel, std::vector<TracePiece>& out) const {
    for (uint64_t i = firstEndingAfter(from); i < last_;) {
        if (i % kGroup == 0) {
            if (block(i).groups[i % kBlock / kGroup].begin >= to) break;
            if (const uint64_t next = groupedPiece(i, perPixel, out); next != i) {
                i = next;
                continue;
            }
        }
        const TraceSlice& slice = (*this)[i];
        if (slice.begin >= to) break;
        if (static_cast<double>(slice.duration) >= perPixel) {
            out.push_back({slice.begin, slice.end(), i, slice.label, 1});
            ++i;
            continue;
        }
        auto [after, chosen] = walkTo(endOfPixel(slice.begin, perPixel), i);
        if (i % kGroup != 0 && after - i > kGroup) {
            after = i - i % kGroup + kGroup;  // whole groups follow
            chosen = longest(i, after);
        }
        // Only the last that begins in the pixel can reach beyond it.
        out.push_back(
            {slice.begin, (*this)[after - 1].end(), chosen, (*this)[chosen].label, static_cast<uint32_t>(after - i)});
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
                // They lie far from one another: the next ones are fetched at once.
                constexpr int kFetched = 16;
                auto at = std::ranges::lower_bound(rare, i - start);
                for (int n = 0; n < kFetched && at != rare.end() && !near; ++n)
                    __builtin_prefetch(&block(i).slices[*at++]);
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
        const int64_t pixelEnd = endOfPixel(slice.begin, perPixel);
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
