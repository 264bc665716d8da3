// The gradient of a convolution's kernels: images correlated with dy.
#include "engine/ops/support.h"

namespace tl::ops {
namespace {

ConvGeometry geometry(const Shape& x, const Shape& dy, const Attributes& attributes) {
    const ConvGeometry g = convGeometry("Conv2DKernelGrad", x, shapeAttribute(attributes, "kernel_shape"), attributes);
    if (dy != g.outputShape()) throw Error("Conv2DKernelGrad's input dy", g.outputShape().toString(), dy.toString());
    return g;
}

}  // namespace

OpType conv2d_kernel_grad() {
    OpType op;
    op.name = "Conv2DKernelGrad";
    op.help = "The gradient of a convolution with respect to its kernels.";
    op.precision = Precision::Compute;
    op.fullOutputs = {0};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Conv2DKernelGrad", inputs, 2, 2);
        expectFloat("Conv2DKernelGrad", "x", inputs[0]), expectFloat("Conv2DKernelGrad", "dy", inputs[1]);
        return {{geometry(inputs[0].shape, inputs[1].shape, attributes).kernelShape(), DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const ConvGeometry g = geometry(in[0].shape, in[1].shape, attributes);
        std::vector<ReferenceTensor> out{zeros(g.kernelShape())};
        forEachTap(g,
                   [&](size_t xi, size_t wi, size_t yi) { out[0].values[wi] += in[0].values[xi] * in[1].values[yi]; });
        return out;
    };
    op.flops = [](Types inputs, const Attributes& attributes) {
        return geometry(inputs[0].shape, inputs[1].shape, attributes).flops();
    };
    return op;
}

}  // namespace tl::ops
