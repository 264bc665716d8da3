// Columns are made for more than the view, so that moving it by a little needs none; appended points change only the
// columns from the last one that had a point.
#include "widgets/plot/kept_columns.h"

#include <algorithm>

namespace tl {

namespace {

bool holds(const ColumnRange& kept, const ColumnRange& asked) {
    // Of a far narrower view the most would be scanned in vain.
    return kept.grid == asked.grid && kept.first <= asked.first && asked.last <= kept.last &&
           kept.last - kept.first <= 4 * (asked.last - asked.first);
}

ColumnRange withRoom(const ColumnRange& asked) {
    const int64_t room = (asked.last - asked.first) / 4;
    return {asked.grid, asked.first - room, asked.last + room};
}

}  // namespace

const std::vector<PlotPoint>& KeptLine::over(const ChunkedVector<double>& xs, const MinMaxPyramid& ys,
                                             const ColumnRange& columns) {
    const auto reduce = [&](const ColumnRange& range, std::vector<PlotPoint>& out) {
        each_ == Each::Extremes ? reduceToPixels(xs, ys, range, out) : averageToPixels(xs, ys, range, out);
    };
    const size_t count = xs.size();
    // What stands for the last point's column, and beyond it, is made again.
    const int64_t from = taken_ > 0 ? kept_.grid.columnOf(xs[taken_ - 1]) : kept_.first;
    if (!holds(kept_, columns) || (taken_ < count && from <= kept_.first)) {
        kept_ = withRoom(columns);
        reduce(kept_, points_);
    } else if (taken_ < count && from < kept_.last) {
        const double edge = kept_.grid.edge(from);
        const auto end = std::lower_bound(points_.begin(), points_.end(), edge,
                                          [](const PlotPoint& point, double x) { return point.x < x; });
        points_.erase(end, points_.end());
        reduce({kept_.grid, from, kept_.last}, fresh_);
        const bool entering = fresh_.front().x < edge;  // it stands there already
        points_.insert(points_.end(), fresh_.begin() + (entering ? 1 : 0), fresh_.end());
    }
    taken_ = count;
    return points_;
}

const PixelColumn* KeptBand::over(const ChunkedVector<double>& xs, const MinMaxPyramid& ys,
                                  const ColumnRange& columns) {
    const size_t count = xs.size();
    int64_t from = taken_ > 0 ? kept_.grid.columnOf(xs[taken_ - 1]) : kept_.first;
    if (!holds(kept_, columns) || (taken_ < count && (from <= kept_.first || !ys.nonFinite().empty()))) {
        kept_ = withRoom(columns);
        columnsOfPixels(xs, ys, kept_, columns_);
    } else if (taken_ < count && from < kept_.last) {
        // The line that leads to the last point's column ends elsewhere now: from the column where it begins.
        const size_t first = lowerIndex(xs, kept_.grid.edge(from));
        if (first > 0) from = std::max(kept_.first, kept_.grid.columnOf(xs[first - 1]));
        columnsOfPixels(xs, ys, {kept_.grid, from, kept_.last}, fresh_);
        std::copy(fresh_.begin(), fresh_.end(), columns_.begin() + (from - kept_.first));
    }
    taken_ = count;
    return columns_.data() + (columns.first - kept_.first);
}

}  // namespace tl
