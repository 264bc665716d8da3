// Convolutions in bfloat16 on the processor's matrix unit (docs/decisions/0047): channels in whole blocks of 16,
// strides of 1 or 2, one group, no dilation. Values with channels last or in blocks of 16 are taken as they lie.
#pragma once

#include "engine/backend/kernel.h"

namespace tl::cpu {

// Of a convolution of x with w to y: whether it can be done so, and whether there are images for all threads.
bool canTiles(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y);
bool suitsTiles(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y);
Kernel tileKernelGrad(const KernelRequest& request);

}  // namespace tl::cpu
