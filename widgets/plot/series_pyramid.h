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
        double sum = 0;                     // of the finite values
        int64_t count = 0;                  // how many those are
    };

    void append(double y);  // O(1) amortised
    void clear();
    size_t size() const { return values_.size(); }
    double operator[](size_t i) const { return values_[i]; }
    // Of the values [first, last); O(log(last - first)). The earliest of equals.
    Extremes extremes(size_t first, size_t last) const;
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
    void merge(Extremes& into, const Block& block) const;
    void add(Extremes& into, int64_t index) const;

    ChunkedVector<double> values_;
    std::vector<ChunkedVector<Block>> levels_;  // levels_[k][b]: the values of block b, 16^(k+1) long
    ChunkedVector<uint32_t> nonFinite_;
};

// First index whose x is not below `x`. xs must not fall.
size_t lowerIndex(const ChunkedVector<double>& xs, double x);
// First index whose x is above `x`.
size_t upperIndex(const ChunkedVector<double>& xs, double x);

// Which x share a pixel column: those of one stretch, or of one ratio, from each edge to the next. Under Log from and
// to are above 0.
enum class PixelScale { Linear, Log };

// The points of [from, to] and one beyond each end, at most 4 a pixel column (its first, least, greatest and last), in
// order. Where a column holds at most 4 points they are all there, those that are not finite included. O(pixels).
void reduceToPixels(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, double from, double to, int pixels,
                    std::vector<PlotPoint>& out, PixelScale scale = PixelScale::Linear);
// The same range as one point a pixel column, the mean of its finite values: for a smoothed line in front of a raw one
// that shows the extremes. Where a column holds one point it is that point. O(pixels).
void averageToPixels(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, double from, double to, int pixels,
                     std::vector<PlotPoint>& out, PixelScale scale = PixelScale::Linear);

// A pixel column of one curve: between two points the line that joins them; NaN before its first and after its last.
struct PixelColumn {
    double mean, least, greatest;
};
void columnsOfPixels(const ChunkedVector<double>& xs, const MinMaxPyramid& ys, double from, double to, int pixels,
                     std::vector<PixelColumn>& out, PixelScale scale = PixelScale::Linear);

}  // namespace tl
