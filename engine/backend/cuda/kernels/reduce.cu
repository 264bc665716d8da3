// Reductions in float32, in an order that the shapes alone decide.
#include "engine/backend/cuda/kernels/reduce.h"

#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {
namespace {

__device__ inline float element(const void* x, Element type, uint32_t at) {
    switch (type) {
    case Element::BFloat16: return toFloat(static_cast<const bfloat16*>(x)[at]);
    case Element::Float16: return toFloat(static_cast<const float16*>(x)[at]);
    default: return static_cast<const float*>(x)[at];
    }
}

__device__ inline uint32_t placeOf(uint32_t i, int rank, const uint32_t* extent, const uint32_t* stride) {
    uint32_t place = 0;
    for (int axis = rank - 1; axis >= 0; --axis) {
        const uint32_t rest = i / extent[axis];
        place += (i - rest * extent[axis]) * stride[axis];
        i = rest;
    }
    return place;
}

}  // namespace

TL_KERNEL(reduceSum, ReduceSum, kBlock, 40) {
    const uint32_t first = placeOf(blockIdx.x, a.keptRank, a.keptExtent, a.keptStride);
    float sum = 0;
    for (uint32_t i = threadIdx.x; i < a.reduced; i += blockDim.x)
        sum += element(a.x, a.type, first + placeOf(i, a.reducedRank, a.reducedExtent, a.reducedStride));
    sum = blockSum(sum);
    if (threadIdx.x == 0) a.y[blockIdx.x] = sum;
}

// 32 columns and every eighth row of the chunk a warp.
TL_KERNEL(columnSums, ColumnSums, kBlock, 32) {
    TL_SHARED(float, partial, kBlock);
    const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32, column = blockIdx.x * 32 + lane;
    const uint32_t begin = blockIdx.y * a.rowsOfChunk, end = min(begin + a.rowsOfChunk, a.rows);
    float sum = 0;
    if (column < a.columns)
        for (uint32_t row = begin + warp; row < end; row += 8) sum += element(a.x, a.type, row * a.columns + column);
    partial[threadIdx.x] = sum;
    __syncthreads();
    if (warp != 0 || column >= a.columns) return;
    for (uint32_t other = 1; other < 8; ++other) sum += partial[other * 32 + lane];
    a.y[blockIdx.y * a.columns + column] = sum;
}

TL_KERNEL(measure, Measure, kBlock, 32) {
    const uint32_t begin = blockIdx.x * a.share, end = min(begin + a.share, a.count);
    float sum = 0;
    for (uint32_t i = begin + threadIdx.x; i < end; i += kBlock) {
        const float x = a.x[i];
        sum += a.notFinite ? float(!(fabsf(x) < INFINITY)) : a.l1 * fabsf(x) + a.l2 * x * x;
    }
    sum = blockSum(sum);
    if (threadIdx.x == 0) a.y[blockIdx.x] = a.notFinite ? float(sum > 0) : sum;
}

}  // namespace tl::cuda
