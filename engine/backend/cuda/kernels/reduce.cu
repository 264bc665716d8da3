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
        for (uint32_t row = begin + warp; row < end; row += 8) sum += element(a.x, a.type, row * a.stride + column);
    partial[threadIdx.x] = sum;
    __syncthreads();
    if (warp != 0 || column >= a.columns) return;
    for (uint32_t other = 1; other < 8; ++other) sum += partial[other * 32 + lane];
    a.y[blockIdx.y * a.columns + column] = sum;
}

TL_KERNEL(measure, Measure, kBlock, 40) {
    const uint32_t begin = blockIdx.x * a.share, end = min(begin + a.share, a.count);
    float sum = 0, most = 0;
    for (uint32_t i = begin + threadIdx.x; i < end; i += kBlock) {
        const float size = fabsf(a.x[i]);
        sum += a.l1 * size + a.l2 * size * size;
        most = size <= 3.40282347e38f ? fmaxf(most, size) : INFINITY;
    }
    const float result = a.largest ? blockMax(most) : blockSum(sum);
    if (threadIdx.x == 0) a.y[blockIdx.x] = result;
}

TL_KERNEL(allFinite, AllFinite, kBlock, 40) {
    float wrong = 0;
    for (uint32_t i = threadIdx.x; i < a.plain; i += kBlock) wrong += float(!(a.sizes[i] < INFINITY));
    if (static_cast<int>(threadIdx.x) < a.pairs) {
        const AllFinite::Pair& pair = a.pair[threadIdx.x];
        const auto largest = [&](const AllFinite::Range& range) {
            float most = 0;
            for (uint32_t i = 0; i < range.count; ++i) most = fmaxf(most, a.sizes[range.first + i]);
            return static_cast<double>(most);
        };
        const double left = largest(pair.a), right = pair.size > 0 ? pair.size : largest(pair.b);
        wrong += float(!(right < INFINITY && pair.terms * left * right <= 3.4028234663852886e38));
    }
    wrong = blockSum(wrong);
    if (threadIdx.x == 0) *a.y = float(wrong == 0 && (!a.later || *a.y != 0));
}

}  // namespace tl::cuda
