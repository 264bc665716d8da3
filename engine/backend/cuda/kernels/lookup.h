// Rows of tables, and slopes of channels.
#pragma once

#include <cstdint>

namespace tl::cuda {

// y[i] = table[indices[i]]; NaN where the table has no such row, which the run's own check then reports.
struct Embedding {
    const void* indices;
    const float* table;
    float* y;
    bool whole;  // int32, else float32 to be rounded
    uint32_t count, width, rows;
};

// A block a row of the table: the sum of dy where the index names it.
struct EmbeddingGrad {
    const void* indices;
    const float* dy;
    float* dtable;
    bool whole;
    uint32_t indexCount, width;
};

// y = x, or slope * x below zero. The slope of element i: its place by x's axes without the batch, stride 0 where
// shared.
struct PRelu {
    static constexpr int kRank = 5;
    const float *x, *slope, *dy;  // dy: backwards
    float *y, *product;           // backwards dx, and what each element adds to its slope's gradient
    uint32_t count;
    int rank;
    uint32_t extent[kRank], stride[kRank];
};

}  // namespace tl::cuda
