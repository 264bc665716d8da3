// Pooling over [N, H, W, C].
#pragma once

#include <cstdint>

#include "engine/backend/cuda/kernels/element.h"

namespace tl::cuda {

struct Pool {
    const void *x, *dy;  // dy: backwards only
    void* y;             // backwards dx
    uint8_t* largest;    // which of its window's elements each y is, row by row; written forwards, read backwards
    Element type;
    bool average;
    uint32_t count;  // threads: elements of y, backwards of dx
    int channels, h, w, oh, ow, kh, kw, strideH, strideW, top, left;
};

// y [N, C] is the mean over the pixels; a block for 32 channels of an image.
struct GlobalPool {
    const void* x;
    void* y;
    Element type;
    int channels, pixels;
};

// dx from dy [N, C].
struct GlobalPoolGrad {
    const void* dy;
    void* dx;
    Element type;
    uint32_t count;
    int channels, pixels;
};

}  // namespace tl::cuda
