// The gradient of a 3D convolution's volumes.
#include "engine/ops/convolution.h"

namespace tl::ops {

OpType conv3d_input_grad() {
    OpType op = convolutionInputGrad("Conv3D");
    op.help = "The gradient of a 3D convolution with respect to its volumes.";
    return op;
}

}  // namespace tl::ops
