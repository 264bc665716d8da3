// The gradient of a convolution's images: each dy is spread back through the kernel. Forwards it is a transposed
// convolution, so it has a gradient of its own.
#include "engine/ops/convolution.h"

namespace tl::ops {

OpType conv2d_input_grad() {
    const auto example = [](std::vector<int64_t> strides, std::vector<int64_t> pads, std::vector<int64_t> inputShape,
                            std::vector<int64_t> dilations = {}) {
        Attributes attributes = convCase(std::move(strides), std::move(pads), std::move(dilations));
        attributes.set("input_shape", std::move(inputShape));
        return attributes;
    };
    OpType op = convolutionInputGrad("Conv2D");
    op.help = "The gradient of a convolution with respect to its images: a transposed convolution.";
    op.cases = {
        {"doubles the size", {{{2, 5, 4, 3}}, {{5, 3, 2, 2}}}, example({2, 2}, {0, 0, 0, 0}, {2, 3, 8, 6})},
        {"same, stride 2", {{{2, 16, 4, 4}}, {{16, 3, 3, 3}}}, example({2, 2}, {0, 0, 1, 1}, {2, 3, 8, 8})},
        {"dilated", {{{1, 3, 4, 5}}, {{3, 2, 3, 2}}}, example({1, 2}, {0, 0, 0, 0}, {1, 2, 8, 12}, {2, 3})},
    };
    return op;
}

}  // namespace tl::ops
