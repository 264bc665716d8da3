// One element a thread, consecutive threads at consecutive places of y.
#include "engine/backend/cuda/kernels/move.h"

#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {
namespace {

template <typename T>
__device__ inline void moveOne(const Move& a, uint32_t i) {
    int64_t from = a.xStart, to = a.yStart;
    bool inside = true;
    TL_UNROLL
    for (int axis = Move::kRank - 1; axis >= 0; --axis) {
        if (axis >= a.rank) continue;
        const uint32_t rest = i / a.extent[axis];
        const int at = static_cast<int>(i - rest * a.extent[axis]), source = at + a.shift[axis];
        i = rest;
        inside &= source >= 0 && source < a.xExtent[axis];
        from += source * a.xStride[axis];
        to += at * a.yStride[axis];
    }
    static_cast<T*>(a.y)[to] = inside ? static_cast<const T*>(a.x)[from] : T{};
}

}  // namespace

TL_KERNEL(move, Move, kBlock, 64) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    if (a.elementBytes == 4) return moveOne<uint32_t>(a, i);
    if (a.elementBytes == 2) return moveOne<uint16_t>(a, i);
    moveOne<uint8_t>(a, i);
}

}  // namespace tl::cuda
