// Gathers: an element a thread.
#include "engine/backend/cuda/kernels/lookup.h"

#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {
namespace {

__device__ inline int64_t indexAt(const void* indices, bool whole, uint32_t i) {
    if (whole) return static_cast<const int*>(indices)[i];
    const float number = rintf(static_cast<const float*>(indices)[i]);
    return fabsf(number) < 2147483520.0f ? static_cast<int64_t>(number) : -1;
}

__device__ inline uint32_t slopeOfElement(const PRelu& a, uint32_t i) {
    uint32_t place = 0;
    for (int axis = a.rank - 1; axis >= 0; --axis) {
        const uint32_t rest = i / a.extent[axis];
        place += (i - rest * a.extent[axis]) * a.stride[axis];
        i = rest;
    }
    return place;
}

}  // namespace

TL_KERNEL(embedding, Embedding, kBlock, 32) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    const int64_t row = indexAt(a.indices, a.whole, i / a.width);
    a.y[i] = row >= 0 && row < a.rows ? a.table[row * a.width + i % a.width] : NAN;
}

TL_KERNEL(embeddingGrad, EmbeddingGrad, kBlock, 40) {
    const int64_t row = blockIdx.x;
    for (uint32_t column = threadIdx.x; column < a.width; column += kBlock) {
        float sum = 0;
        for (uint32_t i = 0; i < a.indexCount; ++i)
            if (indexAt(a.indices, a.whole, i) == row) sum += a.dy[uint64_t{i} * a.width + column];
        a.dtable[row * a.width + column] = sum;
    }
}

TL_KERNEL(prelu, PRelu, kBlock, 32) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    const float x = a.x[i];
    a.y[i] = x > 0 ? x : x * a.slope[slopeOfElement(a, i)];
}

TL_KERNEL(preluGrad, PRelu, kBlock, 32) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    const float x = a.x[i], dy = a.dy[i];
    a.y[i] = x > 0 ? dy : dy * a.slope[slopeOfElement(a, i)];
    a.product[i] = x > 0 ? 0 : x * dy;
}

}  // namespace tl::cuda
