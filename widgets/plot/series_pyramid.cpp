// Blocks hold indices, not values: a query then gives points at their true x, and one level costs half a byte a point.
// The last block of each level is kept right while it fills, so that a query never sees a stale one.
#include "widgets/plot/series_pyramid.h"

#include <algorithm>
#include <cmath>

namespace tl {

void MinMaxPyramid::append(double y) {
    const auto index = values_.size();
    values_.push_back(y);
    const bool finite = std::isfinite(y);
    if (!finite) nonFinite_.push_back(static_cast<uint32_t>(index));

    size_t span = kFactor;
    for (size_t level = 0;; ++level, span *= kFactor) {
        if (level == levels_.size()) {
            if (index + 1 < span) break;        // this level starts once a whole block is there
            levels_.emplace_back();
            const Extremes all = [&] {          // the first block, from the level below
                Extremes found;
                if (level == 0) {
                    for (size_t i = 0; i < span; ++i)
                        if (std::isfinite(values_[i])) merge(found, static_cast<int64_t>(i), static_cast<int64_t>(i));
                } else {
                    for (size_t b = 0; b < kFactor; ++b)
                        merge(found, levels_[level - 1][b].least, levels_[level - 1][b].greatest);
                }
                return found;
            }();
            levels_[level].push_back({static_cast<int32_t>(all.least), static_cast<int32_t>(all.greatest)});
            break;
        }
        auto& blocks = levels_[level];
        if (index / span >= blocks.size()) blocks.push_back({});
        if (!finite) continue;
        Block& block = blocks.back();
        const auto i = static_cast<int32_t>(index);
        if (block.least < 0 || y < values_[block.least]) block.least = i;
        if (block.greatest < 0 || y > values_[block.greatest]) block.greatest = i;
    }
}

void MinMaxPyramid::clear() {
    values_.clear();
    levels_.clear();
    nonFinite_.clear();
}

void MinMaxPyramid::merge(Extremes& into, int64_t least, int64_t greatest) const {
    if (least >= 0 && (into.least < 0 || values_[least] < values_[into.least])) into.least = least;
    if (greatest >= 0 && (into.greatest < 0 || values_[greatest] > values_[into.greatest])) into.greatest = greatest;
}

MinMaxPyramid::Extremes MinMaxPyramid::extremes(size_t first, size_t last) const {
    Extremes found;
    last = std::min(last, values_.size());
    size_t i = first;
    while (i < last) {
        // The widest whole block that starts here and ends within the range.
        size_t level = 0, span = 1;
        while (level < levels_.size() && i % (span * kFactor) == 0 && i + span * kFactor <= last) {
            span *= kFactor;
            ++level;
        }
        if (level == 0) {
            if (std::isfinite(values_[i])) merge(found, static_cast<int64_t>(i), static_cast<int64_t>(i));
        } else {
            const Block& block = levels_[level - 1][i / span];
            merge(found, block.least, block.greatest);
        }
        i += span;
    }
    return found;
}

size_t lowerIndex(const ChunkedVector<double>& xs, double x) {
    size_t low = 0, high = xs.size();
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (xs[middle] < x) low = middle + 1;
        else high = middle;
    }
    return low;
}

size_t upperIndex(const ChunkedVector<double>& xs, double x) {
    size_t low = 0, high = xs.size();
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (xs[middle] <= x) low = middle + 1;
        else high = middle;
    }
    return low;
}

void reduceToPixels(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, double from, double to, int pixels,
                    std::vector<PlotPoint>& out) {
    out.clear();
    const size_t count = std::min(xs.size(), ys.size());
    if (count == 0 || pixels < 1 || !(to >= from)) return;
    const auto emit = [&](size_t i) { out.push_back({xs[i], ys[i]}); };

    size_t first = std::min(lowerIndex(xs, from), count);
    const size_t end = std::min(upperIndex(xs, to), count);
    if (first > 0) emit(first - 1);
    if (end - first <= static_cast<size_t>(pixels)) {
        for (size_t i = first; i < end; ++i) emit(i);
    } else {
        const double width = (to - from) / pixels;
        for (int pixel = 0; pixel < pixels && first < end; ++pixel) {
            const double edge = from + (pixel + 1) * width;
            size_t next = end;
            if (pixel + 1 < pixels && xs[end - 1] >= edge) {
                // Gallop from the last column's end: columns are short beside the whole.
                size_t low = first, step = 1;
                while (low + step < end && xs[low + step] < edge) {
                    low += step;
                    step *= 2;
                }
                size_t high = std::min(low + step, end);
                if (xs[low] >= edge) high = low;
                while (low < high) {
                    const size_t middle = (low + high) / 2;
                    if (xs[middle] < edge) low = middle + 1;
                    else high = middle;
                }
                next = low;
            }
            if (next - first <= 4) {
                for (size_t i = first; i < next; ++i) emit(i);
            } else {
                const auto found = ys.extremes(first, next);
                if (found.least < 0) {
                    emit(first);                // nothing finite: one gap stands for them all
                } else {
                    size_t picks[4] = {first, static_cast<size_t>(found.least), static_cast<size_t>(found.greatest),
                                       next - 1};
                    std::sort(picks, picks + 4);
                    for (size_t* pick = picks; pick != std::unique(picks, picks + 4); ++pick)
                        if (std::isfinite(ys[*pick])) emit(*pick);
                }
            }
            first = next;
        }
    }
    if (end < count) emit(end);
}

} // namespace tl
