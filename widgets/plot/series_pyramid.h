// An append-only curve of any length, read at the cost of the pixels it covers: a pyramid of the least and greatest
// value of every 16, 256, 4096 ... points. The smallest and largest point of each pixel column is always among what a
// query gives, so no spike is ever lost. Values that are not finite are kept, and come back as gaps.
#pragma once

#include <cstdint>
#include <vector>

#include "widgets/plot/chunked_vector.h"

namespace tl {

struct PlotPoint {
    double x = 0, y = 0;
};

// Values alone: which of a range of them is the smallest and which the largest.
class MinMaxPyramid {
public:
    struct Extremes {
        int64_t least = -1, greatest = -1;  // indices; -1 where no value of the range is finite
        double leastY = 0, greatestY = 0;   // their values
        double sum = 0;                     // of the finite values
        int64_t count = 0;                  // how many those are
    };

    void append(double y);  // O(1) amortised
    void clear();
    size_t size() const { return values_.size(); }
    double operator[](size_t i) const { return values_[i]; }
    // Of the values [first, last); O(log(last - first)). The earliest of equals.
    Extremes extremes(size_t first, size_t last) const;
    const ChunkedVector<double>& values() const { return values_; }
    // Indices of the values that are not finite, in order.
    const ChunkedVector<uint32_t>& nonFinite() const { return nonFinite_; }

private:
    static constexpr size_t kFactor = 16;
    struct Block {  // sums stand in blocks, not as running totals: one huge value would
                    // take the precision of all that follow
        int32_t least = -1, greatest = -1;
        double leastY = 0, greatestY = 0;  // beside their places: looked up they would cost a miss of the cache each
        double sum = 0;
        int32_t count = 0;
    };
    static void merge(Extremes& into, const Block& block);
    static void add(Extremes& into, int64_t index, double value);

    ChunkedVector<double> values_;
    std::vector<ChunkedVector<Block>> levels_;  // levels_[k][b]: the values of block b, 16^(k+1) long
    ChunkedVector<uint32_t> nonFinite_;
};

// First index whose x is not below `x`. xs must not fall.
size_t lowerIndex(const ChunkedVector<double>& xs, double x);
// First index whose x is above `x`.
size_t upperIndex(const ChunkedVector<double>& xs, double x);

// Which x share a column: those of one stretch, or under Log of one ratio.
enum class PixelScale { Linear, Log };

// Columns of x side by side, numbered from an origin to both sides. Under Log x and the origin are above 0 and the
// width is that of a logarithm.
struct ColumnGrid {
    double origin = 0, width = 1;
    PixelScale scale = PixelScale::Linear;
    double edge(int64_t column) const;  // where it begins
    int64_t columnOf(double x) const;   // edge(column) <= x < edge(column + 1)
    bool operator==(const ColumnGrid&) const = default;
};
struct ColumnRange {
    ColumnGrid grid;
    int64_t first = 0, last = 0;  // [first, last)
};
// Exactly so many over [from, to]; the last one holds `to`. None where there is no such stretch.
ColumnRange columnsAcross(double from, double to, int count, PixelScale scale = PixelScale::Linear);
// At least so many over [from, to], and few more, of a grid that stays the same while the view moves, or grows by less
// than a tenth: what was reduced for one view serves the next.
ColumnRange steadyColumns(double from, double to, int count, PixelScale scale = PixelScale::Linear);

// The points of the columns and one beyond each end, at most 4 a column (its first, least, greatest and last), in
// order. Where a column holds at most 4 points they are all there, those that are not finite included. O(columns).
void reduceToPixels(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, const ColumnRange& columns,
                    std::vector<PlotPoint>& out);
// The same range as one point a column, the mean of its finite values: for a smoothed line in front of a raw one
// that shows the extremes. Where a column holds one point it is that point. O(columns).
void averageToPixels(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, const ColumnRange& columns,
                     std::vector<PlotPoint>& out);

// A column of one curve: between two points the line that joins them; NaN before its first and after its last.
struct PixelColumn {
    double mean, least, greatest;
};
void columnsOfPixels(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, const ColumnRange& columns,
                     std::vector<PixelColumn>& out);

}  // namespace tl
