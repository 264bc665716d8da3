// One element a thread.
#include "engine/backend/cuda/kernels/muon.h"

#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {

TL_KERNEL(muonMomentum, MuonMomentum, kBlock, 32) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    const float g = a.g[i], before = a.velocity[i];
    const float velocity = stands(*a.context, a.freezesOut) ? before : a.momentum * before + g;
    a.velocityOut[i] = velocity;
    a.direction[i] = a.nesterov ? g + a.momentum * velocity : velocity;
}

TL_KERNEL(muonMove, MuonMove, kBlock, 32) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    const float rate = rateOf(*a.context, a.freezesOut);
    const float norm = a.own ? *a.own : 0;
    const float w = norm > 0 ? a.w[i] * (a.norm / norm) : a.w[i];
    const float moved = w - rate * (a.decay * w + a.length * a.direction[i]);
    a.y[i] = stands(*a.context, a.freezesOut) ? a.w[i] : moved;
}

}  // namespace tl::cuda
