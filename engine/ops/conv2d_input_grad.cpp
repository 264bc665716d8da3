// The gradient of a convolution's images: each dy is spread back through the kernel (a transposed convolution).
#include "engine/ops/support.h"

namespace tl::ops {
namespace {

ConvGeometry geometry(const Shape& dy, const Shape& kernel, const Attributes& attributes) {
    const ConvGeometry g =
        convGeometry("Conv2DInputGrad", shapeAttribute(attributes, "input_shape"), kernel, attributes);
    if (dy != g.outputShape()) throw Error("Conv2DInputGrad's input dy", g.outputShape().toString(), dy.toString());
    return g;
}

}  // namespace

OpType conv2d_input_grad() {
    OpType op;
    op.name = "Conv2DInputGrad";
    op.help = "The gradient of a convolution with respect to its images.";
    op.precision = Precision::Compute;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Conv2DInputGrad", inputs, 2, 2);
        expectFloat("Conv2DInputGrad", "dy", inputs[0]), expectFloat("Conv2DInputGrad", "w", inputs[1]);
        return {{geometry(inputs[0].shape, inputs[1].shape, attributes).inputShape(), DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const ConvGeometry g = geometry(in[0].shape, in[1].shape, attributes);
        std::vector<ReferenceTensor> out{zeros(g.inputShape())};
        forEachTap(g,
                   [&](size_t xi, size_t wi, size_t yi) { out[0].values[xi] += in[0].values[yi] * in[1].values[wi]; });
        return out;
    };
    op.flops = [](Types inputs, const Attributes& attributes) {
        return geometry(inputs[0].shape, inputs[1].shape, attributes).flops();
    };
    return op;
}

}  // namespace tl::ops
