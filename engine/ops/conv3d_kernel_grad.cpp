// The gradient of a 3D convolution's kernels.
#include "engine/ops/convolution.h"

namespace tl::ops {

OpType conv3d_kernel_grad() {
    OpType op = convolutionKernelGrad("Conv3D");
    op.help = "The gradient of a 3D convolution with respect to its kernels.";
    return op;
}

}  // namespace tl::ops
