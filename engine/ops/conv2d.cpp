// Convolution of images as ONNX has it: a sliding dot product (no flip), with strides, pads on each side, dilations
// and groups, then a bias and an activation.
#include "engine/ops/support.h"

namespace tl::ops {
namespace {

using List = std::vector<int64_t>;

Attributes convCase(List strides, List pads, List dilations = {1, 1}, int64_t group = 1,
                    const std::string& activation = "linear") {
    Attributes attributes{{"strides", strides}, {"pads", pads}, {"dilations", dilations}, {"group", group}};
    if (activation != "linear") attributes.set("activation", activation);
    return attributes;
}

void differentiate(GradientContext& context) {
    expectNoActivation("Conv2D", context.attributes());
    const int x = context.input(0), w = context.input(1), dy = context.outputGradient(0);
    if (context.needsGradient(0)) {
        Attributes attributes = convAttributes(context.attributes());
        attributes.set("input_shape", context.type(x).shape.dims());
        context.setInputGradient(0, context.emit("Conv2DInputGrad", {dy, w}, attributes)[0]);
    }
    if (context.needsGradient(1)) {
        Attributes attributes = convAttributes(context.attributes());
        attributes.set("kernel_shape", context.type(w).shape.dims());
        context.setInputGradient(1, context.emit("Conv2DKernelGrad", {x, dy}, attributes)[0]);
    }
    if (context.input(2) >= 0 && context.needsGradient(2))
        context.setInputGradient(2, context.emit("BiasGrad", {dy})[0]);
}

std::vector<ReferenceTensor> evaluate(References in, const Attributes& attributes, const StepContext&) {
    const ConvGeometry g = convGeometry("Conv2D", in[0].shape, in[1].shape, attributes);
    std::vector<ReferenceTensor> out{zeros(g.outputShape())};
    auto& y = out[0].values;
    forEachTap(g, [&](size_t xi, size_t wi, size_t yi) { y[yi] += in[0].values[xi] * in[1].values[wi]; });
    if (in.size() > 2)
        for (size_t i = 0; i < y.size(); ++i)
            y[i] += in[2].values[static_cast<size_t>(channelOf(out[0].shape, static_cast<int64_t>(i)))];
    applyActivation(out[0], attributes);
    return out;
}

}  // namespace

OpType conv2d() {
    OpType op;
    op.name = "Conv2D";
    op.help = "Slides kernels over images.";
    op.precision = Precision::Compute;
    op.fullInputs = {2};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Conv2D", inputs, 2, 3);
        expectFloat("Conv2D", "x", inputs[0]), expectFloat("Conv2D", "w", inputs[1]);
        const ConvGeometry g = convGeometry("Conv2D", inputs[0].shape, inputs[1].shape, attributes);
        if (inputs.size() > 2) expectShape("Conv2D", "bias", inputs[2], {g.o});
        activationOf("Conv2D", attributes, "activation");
        return {{g.outputShape(), DType::Float32}};
    };
    op.gradient = differentiate;
    op.reference = evaluate;
    op.flops = [](Types inputs, const Attributes& attributes) {
        return convGeometry("Conv2D", inputs[0].shape, inputs[1].shape, attributes).flops();
    };
    op.cases = {
        {"valid 3x3", {{{2, 3, 7, 6}}, {{5, 3, 3, 3}}}, convCase({1, 1}, {0, 0, 0, 0})},
        {"same 3x3, bias", {{{2, 16, 8, 8}}, {{32, 16, 3, 3}}, {{32}}}, convCase({1, 1}, {1, 1, 1, 1})},
        {"one channel, 5x5", {{{3, 1, 12, 12}}, {{6, 1, 5, 5}}, {{6}}}, convCase({1, 1}, {2, 2, 2, 2})},
        {"pointwise", {{{2, 7, 5, 5}}, {{19, 7, 1, 1}}, {{19}}}, convCase({1, 1}, {0, 0, 0, 0})},
        {"stride 2, asymmetric pads", {{{2, 4, 9, 8}}, {{6, 4, 3, 3}}, {{6}}}, convCase({2, 2}, {0, 0, 1, 1})},
        {"stride 2 pointwise", {{{2, 16, 8, 8}}, {{32, 16, 1, 1}}}, convCase({2, 2}, {0, 0, 0, 0})},
        {"oblong kernel and strides", {{{1, 3, 11, 9}}, {{4, 3, 2, 5}}}, convCase({3, 2}, {1, 0, 0, 2})},
        {"dilated", {{{2, 3, 11, 13}}, {{5, 3, 3, 3}}, {{5}}}, convCase({1, 1}, {2, 3, 2, 3}, {2, 3})},
        {"dilated, strided, asymmetric", {{{1, 2, 12, 10}}, {{3, 2, 3, 2}}}, convCase({2, 3}, {1, 0, 2, 1}, {2, 2})},
        {"groups", {{{2, 6, 7, 7}}, {{9, 2, 3, 3}}, {{9}}}, convCase({1, 1}, {1, 1, 1, 1}, {1, 1}, 3)},
        {"depthwise", {{{2, 16, 6, 6}}, {{16, 1, 3, 3}}, {{16}}}, convCase({1, 1}, {1, 1, 1, 1}, {1, 1}, 16)},
        {"depthwise multiplier, stride 2",
         {{{1, 5, 7, 7}}, {{10, 1, 3, 3}}},
         convCase({2, 2}, {1, 1, 1, 1}, {1, 1}, 5)},
        {"groups, dilated, strided", {{{2, 4, 13, 11}}, {{6, 2, 3, 3}}}, convCase({2, 2}, {2, 1, 1, 2}, {2, 2}, 2)},
        {"32 images, 3 channels", {{{32, 3, 6, 7}}, {{5, 3, 5, 4}}, {{5}}}, convCase({1, 1}, {2, 1, 1, 2})},
        {"32 images, wide kernel", {{{32, 1, 4, 9}}, {{14, 1, 2, 7}}}, convCase({1, 1}, {0, 3, 1, 3})},
        {"odd size 3x3", {{{2, 16, 9, 6}}, {{16, 16, 3, 3}}, {{16}}}, convCase({1, 1}, {1, 1, 1, 1})},
        {"valid 3x3, blocks of channels", {{{1, 32, 7, 10}}, {{48, 32, 3, 3}}}, convCase({1, 1}, {0, 0, 0, 0})},
        {"3x3, asymmetric pads", {{{1, 16, 6, 7}}, {{16, 16, 3, 3}}, {{16}}}, convCase({1, 1}, {0, 2, 2, 1})},
        {"kernel larger than image", {{{2, 3, 2, 2}}, {{4, 3, 5, 5}}}, convCase({1, 1}, {2, 2, 2, 2})},
    };
    for (const char* kind : {"relu", "leaky_relu", "elu", "gelu", "sigmoid", "tanh"})
        op.cases.push_back({std::string("bias and ") + kind,
                            {{{2, 3, 6, 6}}, {{17, 3, 3, 3}}, {{17}}},
                            convCase({1, 1}, {1, 1, 1, 1}, {1, 1}, 1, kind)});
    for (const char* kind : {"relu", "tanh"})
        for (const int64_t images : {2, 32})
            op.cases.push_back({"bias and " + std::string(kind) + (images == 2 ? ", 3x3" : ", 32 images"),
                                {{{images, images == 2 ? 16 : 2, 5, 5}}, {{16, images == 2 ? 16 : 2, 3, 3}}, {{16}}},
                                convCase({1, 1}, {1, 1, 1, 1}, {1, 1}, 1, kind)});
    op.cases.push_back({"grouped bias and relu",
                        {{{2, 4, 6, 6}}, {{6, 2, 3, 3}}, {{6}}},
                        convCase({1, 1}, {1, 1, 1, 1}, {1, 1}, 2, "relu")});
    return op;
}

}  // namespace tl::ops
