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
                    add(all, static_cast<int64_t>(i), values_[i]);
            }
            levels_[level].push_back({static_cast<int32_t>(all.least), static_cast<int32_t>(all.greatest), all.leastY,
                                      all.greatestY, all.sum, static_cast<int32_t>(all.count)});
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

void MinMaxPyramid::merge(Extremes& into, const Block& block) {
    if (block.count == 0) return;
    if (into.least < 0 || block.leastY < into.leastY) into.least = block.least, into.leastY = block.leastY;
    if (into.greatest < 0 || block.greatestY > into.greatestY)
        into.greatest = block.greatest, into.greatestY = block.greatestY;
    into.sum += block.sum;
    into.count += block.count;
}

void MinMaxPyramid::add(Extremes& into, int64_t index, double value) {
    if (into.least < 0 || value < into.leastY) into.least = index, into.leastY = value;
    if (into.greatest < 0 || value > into.greatestY) into.greatest = index, into.greatestY = value;
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
            if (std::isfinite(values_[i])) add(found, static_cast<int64_t>(i), values_[i]);
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

double ColumnGrid::edge(int64_t column) const {
    const double away = static_cast<double>(column) * width;
    return scale == PixelScale::Log ? origin * std::exp(away) : origin + away;
}

int64_t ColumnGrid::columnOf(double x) const {
    // What lies farther away than any view, and 0 on a logarithmic scale, is in the farthest column.
    constexpr double kFar = 4e18;
    const double away = scale != PixelScale::Log ? x - origin : x > 0 ? std::log(x / origin) : -HUGE_VAL;
    const double place = std::floor(away / width);
    if (!(std::abs(place) < kFar)) return static_cast<int64_t>(place > 0 ? kFar : -kFar);
    auto column = static_cast<int64_t>(place);
    // The division may err by a column at an edge, which belongs to the column that it begins.
    while (edge(column) > x) --column;
    while (edge(column + 1) <= x) ++column;
    return column;
}

namespace {

double lengthOf(double from, double to, PixelScale scale) {
    const double length = scale == PixelScale::Log ? (from > 0 ? std::log(to / from) : 0) : to - from;
    return std::isfinite(length) ? length : 0;
}

}  // namespace

ColumnRange columnsAcross(double from, double to, int count, PixelScale scale) {
    const double length = lengthOf(from, to, scale);
    if (count < 1 || !(length > 0)) return {};
    return {{from, length / count * (1 + 1e-12), scale}, 0, count};
}

ColumnRange steadyColumns(double from, double to, int count, PixelScale scale) {
    constexpr double kWidths = 8;  // to each factor of two
    const double length = lengthOf(from, to, scale);
    if (count < 1 || !(length > 0)) return {};
    const double width = std::exp2(std::floor(std::log2(length / count) * kWidths) / kWidths);
    ColumnGrid grid{scale == PixelScale::Log ? 1.0 : 0.0, width, scale};
    // So far off that the columns' numbers would not be exact: counted from here.
    if (scale == PixelScale::Linear && !(std::max(std::abs(from), std::abs(to)) < 1e14 * width)) grid.origin = from;
    return {grid, grid.columnOf(from), grid.columnOf(to) + 1};
}

namespace {

// Calls column(number, first, next) for each column that holds points, and lone(i) for one point beyond each end.
template <typename Column, typename Lone>
void eachColumn(const ChunkedVector<double>& xs, size_t count, const ColumnRange& columns, Column&& column,
                Lone&& lone) {
    if (count == 0 || columns.last <= columns.first) return;
    const ColumnGrid& grid = columns.grid;
    size_t first = std::min(lowerIndex(xs, grid.edge(columns.first)), count);
    const size_t end = std::min(lowerIndex(xs, grid.edge(columns.last)), count);
    if (first > 0) lone(first - 1);
    size_t width = 1;  // points of the column before
    for (int64_t number = columns.first; number < columns.last && first < end; ++number) {
        const double edge = grid.edge(number + 1);
        size_t next = end;
        if (number + 1 < columns.last && xs[end - 1] >= edge) {
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
        if (next > first) column(number, first, next);
        first = next;
    }
    if (end < count) lone(end);
}

}  // namespace

void reduceToPixels(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, const ColumnRange& columns,
                    std::vector<PlotPoint>& out) {
    out.clear();
    const auto emit = [&](size_t i) { out.push_back({xs[i], ys[i]}); };
    const auto column = [&](int64_t, size_t first, size_t next) {
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
    eachColumn(xs, std::min(xs.size(), ys.size()), columns, column, emit);
}

void averageToPixels(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, const ColumnRange& columns,
                     std::vector<PlotPoint>& out) {
    out.clear();
    const auto emit = [&](size_t i) { out.push_back({xs[i], ys[i]}); };
    const auto column = [&](int64_t, size_t first, size_t next) {
        const auto found = ys.extremes(first, next);
        if (next - first == 1 || found.count == 0) return emit(first);
        // The first and last columns end at their outermost points, so that the line reaches as far as the raw one.
        const double x = first == 0 ? xs[0] : next == xs.size() ? xs[next - 1] : (xs[first] + xs[next - 1]) / 2;
        out.push_back({x, found.sum / static_cast<double>(found.count)});
    };
    eachColumn(xs, std::min(xs.size(), ys.size()), columns, column, emit);
}

void columnsOfPixels(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, const ColumnRange& columns,
                     std::vector<PixelColumn>& out) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const int64_t count = std::max<int64_t>(0, columns.last - columns.first);
    out.assign(static_cast<size_t>(count), {kNone, kNone, kNone});
    const ColumnGrid& grid = columns.grid;
    const bool log = grid.scale == PixelScale::Log;
    const auto place = [&](double x) {  // in columns from the first
        const double away = log ? std::log(x / grid.origin) : x - grid.origin;
        return away / grid.width - static_cast<double>(columns.first);
    };
    double lastPlace = kNone, lastMean = kNone;  // of what was before this column
    const auto join = [&](double at, double mean) {
        if (std::isfinite(lastPlace) && std::isfinite(at)) {
            const auto from = lastPlace < 0 ? 0 : static_cast<int64_t>(lastPlace) + 1;
            for (int64_t p = from; p < count && static_cast<double>(p) + 1 <= at; ++p) {
                const double y =
                    lastMean + (mean - lastMean) * (static_cast<double>(p) + 0.5 - lastPlace) / (at - lastPlace);
                out[static_cast<size_t>(p)] = {y, y, y};
            }
        }
        lastPlace = at, lastMean = mean;
    };
    const auto column = [&](int64_t number, size_t first, size_t next) {
        const auto found = ys.extremes(first, next);
        if (found.count == 0) return;
        const double mean = found.sum / static_cast<double>(found.count);
        join(static_cast<double>(number - columns.first) + 0.5, mean);
        out[static_cast<size_t>(number - columns.first)] = {mean, found.leastY, found.greatestY};
    };
    const auto lone = [&](size_t i) {
        if (std::isfinite(ys[i]) && (!log || xs[i] > 0)) join(place(xs[i]), ys[i]);
    };
    eachColumn(xs, std::min(xs.size(), ys.size()), columns, column, lone);
}

}  // namespace tl
