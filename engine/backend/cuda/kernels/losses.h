// Losses that compare element by element, and what makes targets and weights of labels.
#pragma once

#include <cstdint>

namespace tl::cuda {

enum class LossKind : int {
    MeanSquaredError,
    MeanAbsoluteError,
    Huber,
    LogCosh,
    Poisson,
    KlDivergence,
    Hinge,
    SquaredHinge,
    BinaryCrossentropy,
    BinaryFocalCrossentropy
};

struct ElementLoss {
    const float *y, *target, *weights;  // weights: one for `perWeight` elements, or null
    const float* dloss;                 // backwards only
    float* out;                         // forwards a sum of each block, backwards dy
    uint32_t count, share, perWeight;
    LossKind kind;
    float delta, gamma, alpha;  // alpha below 0: none
    float scale;                // backwards: one over the divisor
};

// Of labels, or of two labels by the first ones' shares: y [N, depth], or with depth 0 a weight of `table` a sample.
struct OfLabels {
    static constexpr int kTable = 512;
    const int *labels, *others;
    const float* shares;
    float* y;
    uint32_t count, depth;
    float on, off;
    int first, weights;  // the table's first class, and how many it has; later launches add to y
    float table[kTable];
};

// Over all elements the overlap, sum of y t, and the size, sum of y + t: of each block, then of all with the loss, then
// dy from both.
struct Dice {
    const float *y, *target, *dloss;
    float* partial;  // [blocks, 2]
    float* totals;   // [2]
    float* out;
    uint32_t count, share, blocks;
};

}  // namespace tl::cuda
