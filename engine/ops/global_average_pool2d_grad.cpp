// Spreads each channel's dy evenly over its image.
#include "engine/ops/support.h"

namespace tl::ops {

OpType global_average_pool2d_grad() {
    OpType op;
    op.name = "GlobalAveragePool2DGrad";
    op.help = "The gradient of GlobalAveragePool2D.";
    op.precision = Precision::Follow;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("GlobalAveragePool2DGrad", inputs, 1, 1);
        const Shape shape = shapeAttribute(attributes, "input_shape");
        if (shape.rank() != 4) throw Error("GlobalAveragePool2DGrad's input_shape", "4 dimensions", shape.toString());
        expectShape("GlobalAveragePool2DGrad", "dy", inputs[0], {shape[0], shape[1]});
        return {{shape, DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const Shape shape = shapeAttribute(attributes, "input_shape");
        const int64_t plane = shape[2] * shape[3];
        std::vector<ReferenceTensor> out{zeros(shape)};
        for (size_t i = 0; i < out[0].values.size(); ++i)
            out[0].values[i] = in[0].values[i / static_cast<size_t>(plane)] / static_cast<double>(plane);
        return out;
    };
    op.flops = [](Types, const Attributes& attributes) {
        return static_cast<double>(shapeAttribute(attributes, "input_shape").elements());
    };
    return op;
}

}  // namespace tl::ops
