// The sum of numbers that a kernel has left one by one, in two stages where they are many.
#pragma once

#include "engine/backend/cuda/entries/support.h"
#include "engine/backend/cuda/kernels/rows.h"

namespace tl::cuda {

constexpr int kTotalShare = 1024;  // numbers of a block

// Bytes of `count` numbers, and of what adding them up wants behind them.
inline size_t totalScratch(int count) {
    const int blocks = (count + kTotalShare - 1) / kTotalShare;
    return (static_cast<size_t>(count) + static_cast<size_t>(blocks > 1 ? blocks : 0)) * sizeof(float);
}

// y = the sum of x[0 ... count) times scale. `x` begins totalScratch(count) bytes.
inline void addTotal(Launches& all, float* x, int count, float* y, float scale) {
    const int blocks = (count + kTotalShare - 1) / kTotalShare;
    float* partial = blocks > 1 ? x + count : x;
    const auto bytes = [](int numbers) { return static_cast<size_t>(numbers) * sizeof(float); };
    if (blocks > 1)
        all.add("total", {static_cast<unsigned>(blocks)}, kBlock, Total{x, partial, count, kTotalShare, 1, false})
            .reads(x, bytes(count))
            .writes(partial, bytes(blocks));
    const int left = blocks > 1 ? blocks : count;
    all.add("total", {1}, kBlock, Total{partial, y, left, left, scale, false})
        .reads(partial, bytes(left))
        .writes(y, sizeof(float));
}

}  // namespace tl::cuda
