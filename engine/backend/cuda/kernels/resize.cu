// One element a thread, consecutive threads at consecutive places of y.
#include "engine/backend/cuda/kernels/resize.h"

#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {

TL_KERNEL(resample, Resample, kBlock, 40) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    const uint32_t line = i / a.inner, place = line % a.extent;
    const float* x = a.x + uint64_t{line / a.extent} * a.xExtent * a.inner + i % a.inner;
    float sum = 0;
    for (int t = a.begin[place]; t < a.begin[place + 1]; ++t)
        sum += a.weight[t] * x[uint64_t{static_cast<uint32_t>(a.from[t])} * a.inner];
    a.y[i] = sum;
}

}  // namespace tl::cuda
