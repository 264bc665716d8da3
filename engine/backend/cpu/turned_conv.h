// The input's gradient of a convolution as convolutions forward: of dy, with the weights turned around (channels
// swapped, taps in reverse order). With a stride there is one for each rest of a pixel's place by the stride, since
// those meet the same taps. oneDNN's kernels forward are quicker than those that it has for this gradient.
#pragma once

#include "engine/backend/kernel.h"

namespace tl::cpu {

// Of a convolution of x with w to y: whether it can be done so (images, one group, no dilation, all of one type), and
// whether that pays on a processor with a matrix unit.
bool canTurn(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y);
bool suitsTurned(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y);
// As a KernelFamily: one kernel, or none where the library has only plain loops for it.
void offerTurned(const KernelRequest& request, const KernelTaker& take);

}  // namespace tl::cpu
