// Gathers dy to where each value of the resized image came from: the transposed resampling.
#include "engine/ops/support.h"

namespace tl::ops {

OpType resize_grad() {
    OpType op;
    op.name = "ResizeGrad";
    op.help = "The gradient of Resize.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("ResizeGrad", inputs, 1, 1);
        const Shape x = shapeAttribute(attributes, "input_shape");
        expectShape("ResizeGrad", "dy", inputs[0], resized("ResizeGrad", x, attributes));
        return {{x, DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const Shape x = shapeAttribute(attributes, "input_shape"), &y = in[0].shape;
        const auto taps = [&](int axis) { return transposedTaps(resampleTaps(attributes, x[axis], y[axis]), x[axis]); };
        return std::vector{resample(in[0], x, taps(2), taps(3))};
    };
    op.flops = [](Types inputs, const Attributes&) { return 4 * elements(inputs[0]); };
    return op;
}

}  // namespace tl::ops
