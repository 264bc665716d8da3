// 3x3 convolutions of stride 1 by Winograd's method, in blocks of a register's channels, on AVX2 and AVX-512.
#pragma once

#include <optional>

#include "engine/backend/kernel.h"

namespace tl::cpu {

// Whether the convolution of x with w to y, all of one request, can be done so, and whether it is likely to be the best
// way. The three kernels agree on it.
bool canWinograd(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y);
bool suitsWinograd(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y);

// Of a request whose state is fixed the weights come transformed, in a layout that a Reorder makes of plain ones.
Kernel winogradForward(const KernelRequest& request);
Kernel winogradInputGrad(const KernelRequest& request);
Kernel winogradKernelGrad(const KernelRequest& request);

// The reorder that does so; nothing for others.
std::optional<Kernel> winogradReorder(const KernelRequest& request);

}  // namespace tl::cpu
