// Blocks hold indices beside sums: a query then gives points at their true x, for a bit under three bytes a point.
// The last block of each level is kept right while it fills, so that a query never sees a stale one.
#include "widgets/plot/series_pyramid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tl {

void MinMaxPyramid::append(double y) {
    const auto index = values_.size();
    values_.push_back(y);
    const bool finite = std::isfinite(y);
    if (!finite) nonFinite_.push_back(static_cast<uint32_t>(index));

    size_t span = kFactor;
    for (size_t level = 0;; ++level, span *= kFactor) {
        if (level == levels_.size()) {
            if (index + 1 < span) break;  // this level starts once a whole block is there
            levels_.emplace_back();
            Extremes all;  // the first block, from the level below
            for (size_t i = 0; i < kFactor; ++i) {
                if (level > 0)
                    merge(all, levels_[level - 1][i]);
                else if (std::isfinite(values_[i]))
                    add(all, static_cast<int64_t>(i));
            }
            const bool any = all.count > 0;
            levels_[level].push_back({static_cast<int32_t>(all.least), static_cast<int32_t>(all.greatest),
                                      any ? values_[static_cast<size_t>(all.least)] : 0,
                                      any ? values_[static_cast<size_t>(all.greatest)] : 0, all.sum,
                                      static_cast<int32_t>(all.count)});
            break;
        }
        auto& blocks = levels_[level];
        if (index / span >= blocks.size()) blocks.push_back({});
        if (!finite) continue;
        Block& block = blocks.back();
        const auto i = static_cast<int32_t>(index);
        if (block.least < 0 || y < block.leastY) block.least = i, block.leastY = y;
        if (block.greatest < 0 || y > block.greatestY) block.greatest = i, block.greatestY = y;
        block.sum += y;
        ++block.count;
    }
}

void MinMaxPyramid::clear() {
    values_.clear();
    levels_.clear();
    nonFinite_.clear();
}

void MinMaxPyramid::merge(Extremes& into, const Block& block) const {
    if (block.count == 0) return;
    if (into.least < 0 || block.leastY < values_[into.least]) into.least = block.least;
    if (into.greatest < 0 || block.greatestY > values_[into.greatest]) into.greatest = block.greatest;
    into.sum += block.sum;
    into.count += block.count;
}

void MinMaxPyramid::add(Extremes& into, int64_t index) const {
    const double value = values_[index];
    if (into.least < 0 || value < values_[into.least]) into.least = index;
    if (into.greatest < 0 || value > values_[into.greatest]) into.greatest = index;
    into.sum += value;
    ++into.count;
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
            if (std::isfinite(values_[i])) add(found, static_cast<int64_t>(i));
        } else {
            merge(found, levels_[level - 1][i / span]);
        }
        i += span;
    }
    return found;
}

size_t lowerIndex(const ChunkedVector<double>& xs, double x) {
    size_t low = 0, high = xs.size();
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (xs[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t upperIndex(const ChunkedVector<double>& xs, double x) {
    size_t low = 0, high = xs.size();
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (xs[middle] <= x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

namespace {

// Calls column(pixel, first, next) for each pixel column that holds points, and lone(i) for one point beyond each end.
template <typename Column, typename Lone>
void eachColumn(const ChunkedVector<double>& xs, size_t count, double from, double to, int pixels, PixelScale scale,
                Column&& column, Lone&& lone) {
    if (count == 0 || pixels < 1 || !(to >= from)) return;
    const bool log = scale == PixelScale::Log;
    if (log && !(from > 0)) return;
    size_t first = std::min(lowerIndex(xs, from), count);
    const size_t end = std::min(upperIndex(xs, to), count);
    if (first > 0) lone(first - 1);
    const double stretch = (to - from) / pixels, ratio = log ? std::pow(to / from, 1.0 / pixels) : 1;
    double edge = from;
    size_t width = 1;  // points of the column before
    for (int pixel = 0; pixel < pixels && first < end; ++pixel) {
        edge = log ? edge * ratio : from + (pixel + 1) * stretch;
        size_t next = end;
        if (pixel + 1 < pixels && xs[end - 1] >= edge) {
            // Columns of steps are all alike: from where the last one's width says it ends, gallop to where it does.
            const size_t guess = std::min(first + width, end - 1);
            size_t low = first, high = end, step = 1;
            if (xs[guess] < edge) {
                for (low = guess; low + step < end && xs[low + step] < edge; step *= 2) low += step;
                high = std::min(low + step, end);
                ++low;
            } else {
                for (high = guess; high >= first + step && xs[high - step] >= edge; step *= 2) high -= step;
                if (high >= first + step) low = high - step + 1;
            }
            while (low < high) {
                const size_t middle = (low + high) / 2;
                if (xs[middle] < edge)
                    low = middle + 1;
                else
                    high = middle;
            }
            width = low - first;
            next = low;
        }
        // Where a column holds many points it ends with a whole block: a fraction of it further, and read at once.
        size_t block = 1;
        while (block * 64 <= next - first) block *= 16;
        if (block > 1 && next < end) next = next / block * block;
        if (next > first) column(pixel, first, next);
        first = next;
    }
    if (end < count) lone(end);
}

}  // namespace

void reduceToPixels(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, double from, double to, int pixels,
                    std::vector<PlotPoint>& out, PixelScale scale) {
    out.clear();
    const auto emit = [&](size_t i) { out.push_back({xs[i], ys[i]}); };
    const auto column = [&](int, size_t first, size_t next) {
        if (next - first <= 4) {
            for (size_t i = first; i < next; ++i) emit(i);
            return;
        }
        const auto found = ys.extremes(first, next);
        if (found.count == 0) return emit(first);  // nothing finite: one gap stands for them all
        size_t picks[4] = {first, static_cast<size_t>(found.least), static_cast<size_t>(found.greatest), next - 1};
        std::sort(picks, picks + 4);
        for (size_t *pick = picks, *last = std::unique(picks, picks + 4); pick != last; ++pick)
            if (std::isfinite(ys[*pick])) emit(*pick);
    };
    eachColumn(xs, std::min(xs.size(), ys.size()), from, to, pixels, scale, column, emit);
}

void averageToPixels(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, double from, double to, int pixels,
                     std::vector<PlotPoint>& out, PixelScale scale) {
    out.clear();
    const auto emit = [&](size_t i) { out.push_back({xs[i], ys[i]}); };
    const auto column = [&](int, size_t first, size_t next) {
        const auto found = ys.extremes(first, next);
        if (next - first == 1 || found.count == 0) return emit(first);
        // The first and last columns end at their outermost points, so that the line reaches as far as the raw one.
        const double x = first == 0 ? xs[0] : next == xs.size() ? xs[next - 1] : (xs[first] + xs[next - 1]) / 2;
        out.push_back({x, found.sum / static_cast<double>(found.count)});
    };
    eachColumn(xs, std::min(xs.size(), ys.size()), from, to, pixels, scale, column, emit);
}

void columnsOfPixels(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, double from, double to, int pixels,
                     std::vector<PixelColumn>& out, PixelScale scale) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    out.assign(static_cast<size_t>(std::max(0, pixels)), {kNone, kNone, kNone});
    const bool log = scale == PixelScale::Log;
    const double step = log ? std::log(to / from) / pixels : (to - from) / pixels;
    const auto place = [&](double x) { return log ? std::log(x / from) / step : (x - from) / step; };
    double lastPlace = kNone, lastMean = kNone;  // of what was before this column, by its place in columns
    const auto join = [&](double at, double mean) {
        if (std::isfinite(lastPlace) && std::isfinite(at))
            for (int p = lastPlace < 0 ? 0 : static_cast<int>(lastPlace) + 1; p < pixels && p + 1 <= at; ++p) {
                const double y = lastMean + (mean - lastMean) * (p + 0.5 - lastPlace) / (at - lastPlace);
                out[static_cast<size_t>(p)] = {y, y, y};
            }
        lastPlace = at, lastMean = mean;
    };
    const auto column = [&](int pixel, size_t first, size_t next) {
        const auto found = ys.extremes(first, next);
        if (found.count == 0) return;
        const double mean = found.sum / static_cast<double>(found.count);
        join(pixel + 0.5, mean);
        out[static_cast<size_t>(pixel)] = {mean, ys[static_cast<size_t>(found.least)],
                                           ys[static_cast<size_t>(found.greatest)]};
    };
    const auto lone = [&](size_t i) {
        if (std::isfinite(ys[i]) && (!log || xs[i] > 0)) join(place(xs[i]), ys[i]);
    };
    eachColumn(xs, std::min(xs.size(), ys.size()), from, to, pixels, scale, column, lone);
}

}  // namespace tl
