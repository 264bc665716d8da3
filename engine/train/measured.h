// What watches tell and conditions ask of a value's numbers.
#pragma once

#include "engine/backend/statistics.h"
#include "engine/core/tensor.h"

namespace tl {

struct Measured {
    Statistics statistics;
    // The share of units that are 0 in the whole batch. Units are channels of images [N, C, H, W], and else the
    // features, which come last; 0 for values that have none.
    double dead = 0;
};
Measured measured(const Tensor& float32);

}  // namespace tl
