// Sums over axes, over columns, and over all of a value.
#pragma once

#include <cstdint>

#include "engine/backend/cuda/kernels/element.h"

namespace tl::cuda {

// Output o is the sum over the `reduced` combinations of the reduced axes. A block for each output.
struct ReduceSum {
    static constexpr int kRank = 6;
    const void* x;
    float* y;
    Element type;
    uint32_t outputs, reduced;
    int keptRank, reducedRank;
    uint32_t keptExtent[kRank], keptStride[kRank], reducedExtent[kRank], reducedStride[kRank];
};

// Sums of a matrix's columns: each of gridDim.y chunks of rows leaves a row of sums.
struct ColumnSums {
    const void* x;
    float* y;  // [chunks, columns]
    Element type;
    uint32_t rows, columns, rowsOfChunk;
    uint32_t stride;  // from row to row of x
};

// Each block leaves one number of its share of x: the sum of l1 |x| + l2 x^2, or the largest |x|, infinity where one is
// not finite.
struct Measure {
    const float* x;
    float* y;
    uint32_t count, share;
    float l1, l2;
    bool largest;
};

// y = 1 where all of `sizes` up to `plain` are finite, and of each pair terms * a * b fits into float32; else 0. Later
// launches keep a 0 of those before.
struct AllFinite {
    static constexpr int kPairs = 96;
    struct Range {
        uint32_t first, count;
    };
    struct Pair {
        Range a, b;
        double terms, size;  // size: above 0 it stands for b's largest
    };
    const float* sizes;
    float* y;
    uint32_t plain;
    int pairs;
    bool later;
    Pair pair[kPairs];
};

}  // namespace tl::cuda
