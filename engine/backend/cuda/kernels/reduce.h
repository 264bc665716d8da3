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
};

// Each block leaves one number: of its share of x the sum of l1 |x| + l2 x^2, or 1 where one is not finite, else 0.
struct Measure {
    const float* x;
    float* y;
    uint32_t count, share;
    float l1, l2;
    bool notFinite;
};

}  // namespace tl::cuda
