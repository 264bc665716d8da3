// BatchNorm with a given mean and variance, as evaluation and frozen layers use it. Its gradient reaches x, gamma and
// beta; the statistics are what was measured, and have none.
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

void differentiateBatchNormInference(GradientContext& context) {
    expectNoActivation("BatchNormInference", context.attributes());
    for (int i : {3, 4})
        if (context.needsGradient(i))
            throw Error("BatchNormInference's gradient", "one of x, gamma or beta", Message("one of input {index}", i),
                        "Train with BatchNorm.");
    const int dy = context.outputGradient(0);
    const Shape& channels = context.type(context.input(1)).shape;
    if (context.needsGradient(0)) {
        // The same op on dy without mean and shift: dy * gamma / sqrt(variance + epsilon).
        const int zero = context.constant(0, channels);
        context.setInputGradient(0, context.emit("BatchNormInference",
                                                 {dy, context.input(1), zero, zero, context.input(4)},
                                                 context.attributes())[0]);
    }
    if (context.needsGradient(1)) {
        const int normed = context.emit("BatchNormInference",
                                        {context.input(0), context.constant(1, channels), context.constant(0, channels),
                                         context.input(3), context.input(4)},
                                        context.attributes())[0];
        context.setInputGradient(1, context.emit("BiasGrad", {context.emit("Mul", {dy, normed})[0]})[0]);
    }
    if (context.needsGradient(2)) context.setInputGradient(2, context.emit("BiasGrad", {dy})[0]);
}

}  // namespace

OpType batch_norm_inference() {
    OpType op;
    op.name = "BatchNormInference";
    op.help = "Normalises each channel by a given mean and variance.";
    op.precision = Precision::Follow;
    op.fullInputs = {1, 2, 3, 4};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("BatchNormInference", inputs, 5, 5);
        expectFloat("BatchNormInference", "x", inputs[0]);
        if (inputs[0].shape.rank() < 2)
            throw Error("BatchNormInference's input x", "2 dimensions or more", inputs[0].shape.toString());
        const char* names[] = {"gamma", "beta", "mean", "variance"};
        for (size_t i = 0; i < 4; ++i) expectShape("BatchNormInference", names[i], inputs[i + 1], {inputs[0].shape[1]});
        activationOf("BatchNormInference", attributes, "activation");
        return {inputs[0]};
    };
    op.gradient = differentiateBatchNormInference;
    op.differentiable = {0, 1, 2};
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        for (size_t i = 0; i < out[0].values.size(); ++i) {
            const auto c = static_cast<size_t>(channelOf(in[0].shape, static_cast<int64_t>(i)));
            out[0].values[i] = (in[0].values[i] - in[3].values[c]) /
                                   std::sqrt(in[4].values[c] + attributes.number("epsilon")) * in[1].values[c] +
                               in[2].values[c];
        }
        applyActivation(out[0], attributes);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 2 * elements(inputs[0]); };
    const std::vector<std::pair<double, double>> ranges{{-1, 1}, {-1, 1}, {-1, 1}, {-1, 1}, {0.1, 2}};
    const std::vector<ValueType> images{{{3, 17, 5, 4}}, {{17}}, {{17}}, {{17}}, {{17}}};
    op.cases = {
        {"matrix", {{{9, 5}}, {{5}}, {{5}}, {{5}}, {{5}}}, {{"epsilon", 1e-3}}, ranges},
        {"images", images, {{"epsilon", 1e-5}}, ranges},
        {"relu", images, {{"epsilon", 1e-3}, {"activation", "relu"}}, ranges},
    };
    return op;
}

}  // namespace tl::ops
