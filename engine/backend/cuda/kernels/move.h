// Copies of elements from one place to another: transposes, reorders, slices, joins, padding, repeats.
#pragma once

#include <cstdint>

namespace tl::cuda {

struct Move {
    static constexpr int kRank = 6;
    const void* x;
    void* y;
    uint32_t count;
    int elementBytes;
    int rank;
    // Per axis of what is written, the one whose elements of y lie closest together last.
    uint32_t extent[kRank];
    int64_t xStride[kRank], yStride[kRank];
    int shift[kRank];    // the coordinate in x is that in y and this;
    int xExtent[kRank];  // where x has none such, y gets zero
    int64_t xStart, yStart;
};

}  // namespace tl::cuda
