// Kernel and bias gradients of a convolution in one pass over dy. The fusing pass makes it from Conv2DKernelGrad and
// BiasGrad; no layer or gradient rule emits it.
#include "engine/ops/convolution.h"

namespace tl::ops {
namespace {

ConvGeometry conv2dKernelBiasGradGeometry(const Shape& x, const Shape& dy, const Attributes& attributes) {
    const ConvGeometry g =
        convGeometry("Conv2DKernelBiasGrad", x, shapeAttribute(attributes, "kernel_shape"), attributes);
    if (dy != g.outputShape())
        throw Error("Conv2DKernelBiasGrad's input dy", g.outputShape().toString(), dy.toString());
    return g;
}

Attributes example(std::vector<int64_t> strides, std::vector<int64_t> pads, int64_t group,
                   std::vector<int64_t> kernel) {
    return {{"strides", strides},
            {"pads", pads},
            {"dilations", std::vector<int64_t>{1, 1}},
            {"group", group},
            {"kernel_shape", kernel}};
}

}  // namespace

OpType conv2d_kernel_bias_grad() {
    OpType op;
    op.name = "Conv2DKernelBiasGrad";
    op.help = "The gradients of a convolution with respect to its kernels and bias.";
    op.precision = Precision::Compute;
    op.fullOutputs = {0, 1};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Conv2DKernelBiasGrad", inputs, 2, 2);
        expectFloat("Conv2DKernelBiasGrad", "x", inputs[0]), expectFloat("Conv2DKernelBiasGrad", "dy", inputs[1]);
        const ConvGeometry g = conv2dKernelBiasGradGeometry(inputs[0].shape, inputs[1].shape, attributes);
        return {{g.kernelShape(), DType::Float32}, {{g.o}, DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const ConvGeometry g = conv2dKernelBiasGradGeometry(in[0].shape, in[1].shape, attributes);
        std::vector<ReferenceTensor> out{zeros(g.kernelShape()), zeros({g.o})};
        forEachTap(g,
                   [&](size_t xi, size_t wi, size_t yi) { out[0].values[wi] += in[0].values[xi] * in[1].values[yi]; });
        for (size_t i = 0; i < in[1].values.size(); ++i)
            out[1].values[static_cast<size_t>(channelOf(in[1].shape, static_cast<int64_t>(i)))] += in[1].values[i];
        return out;
    };
    op.flops = [](Types inputs, const Attributes& attributes) {
        return conv2dKernelBiasGradGeometry(inputs[0].shape, inputs[1].shape, attributes).flops() + elements(inputs[1]);
    };
    op.cases = {
        {"same 3x3", {{{2, 16, 8, 8}}, {{2, 32, 8, 8}}}, example({1, 1}, {1, 1, 1, 1}, 1, {32, 16, 3, 3})},
        {"one channel", {{{2, 1, 9, 9}}, {{2, 6, 5, 5}}}, example({1, 1}, {0, 0, 0, 0}, 1, {6, 1, 5, 5})},
        {"groups, stride 2", {{{2, 4, 7, 7}}, {{2, 6, 4, 4}}}, example({2, 2}, {1, 1, 1, 1}, 2, {6, 2, 3, 3})},
    };
    return op;
}

}  // namespace tl::ops
