// Convolutions with few channels, 16 images to a register: a channel-blocked layout would leave most lanes empty.
#pragma once

#include "engine/backend/kernel.h"

namespace tl::cpu {

// Whether the convolution of x with w to y, all of one request, can be done so, and whether it is likely to be the best
// way. The three kernels agree on it.
bool canLanes(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y);
bool suitsLanes(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y);

Kernel laneForward(const KernelRequest& request);
Kernel laneInputGrad(const KernelRequest& request);
Kernel laneKernelGrad(const KernelRequest& request);  // with the bias's where there is a second output

}  // namespace tl::cpu
