// A curve's columns as they were reduced for the views before: a view that moves, and points that are appended, cost
// what is new. Pure caches: what they give is what the functions of series_pyramid.h give for the same columns.
#pragma once

#include "widgets/plot/series_pyramid.h"

namespace tl {

// The curve it is asked about must be the same, and only grow, until forget().
class KeptLine {
public:
    enum class Each { Extremes, Mean };  // what stands for a column: reduceToPixels(), averageToPixels()
    explicit KeptLine(Each each) : each_(each) {}
    // All points of the columns and one beyond each end where there is one; some more may lie to either side.
    const std::vector<PlotPoint>& over(const ChunkedVector<double>& xs, const MinMaxPyramid& ys,
                                       const ColumnRange& columns);
    void forget() { kept_ = {}; }

private:
    Each each_;
    ColumnRange kept_;
    size_t taken_ = 0;  // points of the curve that it has seen
    std::vector<PlotPoint> points_, fresh_;
};

class KeptBand {
public:
    // The first of the columns; as many as there are in the range stand behind it.
    const PixelColumn* over(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, const ColumnRange& columns);
    void forget() { kept_ = {}; }

private:
    ColumnRange kept_;
    size_t taken_ = 0;
    std::vector<PixelColumn> columns_, fresh_;
};

}  // namespace tl
