// The gradient of a convolution's kernels: images correlated with dy.
#include "engine/ops/convolution.h"

namespace tl::ops {

OpType conv2d_kernel_grad() {
    OpType op = convolutionKernelGrad("Conv2D");
    op.help = "The gradient of a convolution with respect to its kernels.";
    return op;
}

}  // namespace tl::ops
