// Images in another size, an axis at a time.
#pragma once

#include <cstdint>

namespace tl::cuda {

// y [outer, extent, inner] of x [outer, xExtent, inner]: y's place o along the axis is the sum of weight[t] times x's
// place from[t] for t in [begin[o], begin[o + 1]).
struct Resample {
    const float* x;
    float* y;
    const int *begin, *from;
    const float* weight;
    uint32_t count, extent, xExtent, inner;  // count: of y's elements
};

}  // namespace tl::cuda
