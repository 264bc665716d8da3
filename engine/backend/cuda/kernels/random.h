// Dropout and noise, by the draws that engine/core/rng.h defines for every device.
#pragma once

#include <cstdint>

#include "engine/backend/cuda/kernels/element.h"
#include "engine/backend/step_context.h"

namespace tl::cuda {

// Element i of memory is row-major element ((n * channels + c) * inner + s) with i = (n * inner + s) * channels + c;
// where `channels` is 1 the two are the same. With `spatial` the draw is that of [N, C]: one for `plane` elements.
struct Draws {
    const void* x;
    void* y;
    Element type;
    const StepContext* context;  // the device's
    uint64_t stream;
    uint32_t count, channels, inner, plane;
    uint32_t first;      // row-major element that the draws begin with
    uint32_t threshold;  // of dropout
    float scale;         // of what dropout keeps; the noise's deviation
};

}  // namespace tl::cuda
