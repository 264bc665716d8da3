// Normalises each channel over batch and plane by its own mean and biased variance (Ioffe and Szegedy, "Batch
// Normalization", 2015), then scales and shifts it. The workspace is the backend's, for its gradient op.
#include <cmath>

#include "engine/core/brief.h"
#include "engine/ops/support.h"

namespace tl::ops {
namespace {

void differentiateBatchNorm(GradientContext& context) {
    if (context.outputGradient(1) >= 0 || context.outputGradient(2) >= 0)
        throw Error("BatchNorm's gradient", "a gradient of its output y only", "one of its mean or variance");
    int dy = context.outputGradient(0);
    Attributes attributes = context.attributes();
    // With a sum the mask of relu does not follow from x alone: it is taken from the result first.
    if (context.input(3) >= 0) {
        if (attributes.text("activation", "linear") == "relu")
            dy = context.emit("ActivationGrad", {context.output(0), context.output(0), dy}, {{"kind", "relu"}})[0];
        attributes.set("activation", "linear");
        if (context.needsGradient(3)) context.setInputGradient(3, dy);
    }
    if (!context.needsGradient(0) && !context.needsGradient(1) && !context.needsGradient(2)) return;
    const auto gradients = context.emit("BatchNormGrad",
                                        {context.input(0), dy, context.input(1), context.input(2), context.output(1),
                                         context.output(2), context.output(3)},
                                        attributes);
    for (int i = 0; i < 3; ++i)
        if (context.needsGradient(i)) context.setInputGradient(i, gradients[static_cast<size_t>(i)]);
}

std::vector<ReferenceTensor> evaluateBatchNorm(References in, const Attributes& attributes, const StepContext&) {
    const ReferenceTensor& x = in[0];
    const int64_t channels = x.shape[1];
    const double count = static_cast<double>(x.shape.elements()) / static_cast<double>(channels);
    std::vector<ReferenceTensor> out{zeros(x.shape), zeros({channels}), zeros({channels}), {}};
    ReferenceTensor &y = out[0], &mean = out[1], &variance = out[2];
    const auto channel = [&](size_t i) { return static_cast<size_t>(channelOf(x.shape, static_cast<int64_t>(i))); };
    for (size_t i = 0; i < x.values.size(); ++i) mean.values[channel(i)] += x.values[i] / count;
    for (size_t i = 0; i < x.values.size(); ++i) {
        const double centred = x.values[i] - mean.values[channel(i)];
        variance.values[channel(i)] += centred * centred / count;
    }
    const double epsilon = attributes.number("epsilon");
    for (size_t i = 0; i < x.values.size(); ++i) {
        const size_t c = channel(i);
        y.values[i] = (x.values[i] - mean.values[c]) / std::sqrt(variance.values[c] + epsilon) * in[1].values[c] +
                      in[2].values[c] + (in.size() > 3 ? in[3].values[i] : 0);
    }
    applyActivation(y, attributes);
    return out;
}

}  // namespace

OpType batch_norm() {
    OpType op;
    op.name = "BatchNorm";
    op.help = "Normalises each channel by the batch's mean and variance.";
    op.precision = Precision::Follow;
    op.fullInputs = {1, 2};
    op.fullOutputs = {1, 2};
    op.opaqueOutputs = {3};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("BatchNorm", inputs, 3, 4);
        expectFloat("BatchNorm", "x", inputs[0]);
        if (inputs[0].shape.rank() < 2)
            throw Error("BatchNorm's input x", "2 dimensions or more", inputs[0].shape.toString());
        const Shape channels{inputs[0].shape[1]};
        expectShape("BatchNorm", "gamma", inputs[1], channels), expectShape("BatchNorm", "beta", inputs[2], channels);
        if (inputs.size() > 3) expectShape("BatchNorm", "sum", inputs[3], inputs[0].shape);
        if (attributes.number("epsilon") <= 0)
            throw Error("BatchNorm's epsilon", "more than 0", shortest(attributes.number("epsilon")));
        const std::string kind = attributes.text("activation", "linear");
        if (kind != "linear" && kind != "relu") throw Error("BatchNorm's activation", "linear or relu", kind);
        return {inputs[0], {channels, DType::Float32}, {channels, DType::Float32}, {{}, DType::UInt8}};
    };
    op.gradient = differentiateBatchNorm;
    op.reference = evaluateBatchNorm;
    op.flops = [](Types inputs, const Attributes&) { return 8 * elements(inputs[0]); };
    const Attributes relu{{"epsilon", 1e-3}, {"activation", "relu"}};
    op.cases = {
        {"matrix", {{{9, 5}}, {{5}}, {{5}}}, {{"epsilon", 1e-3}}},
        {"images", {{{3, 16, 5, 4}}, {{16}}, {{16}}}, {{"epsilon", 1e-5}}},
        {"odd channels", {{{2, 7, 3, 3}}, {{7}}, {{7}}}, {{"epsilon", 1e-3}}},
        {"far from zero", {{{4, 3, 4, 4}}, {{3}}, {{3}}}, {{"epsilon", 1e-3}}, {{9, 11}, {0.5, 2}, {-1, 1}}},
        {"relu", {{{3, 16, 5, 4}}, {{16}}, {{16}}}, relu},
        {"sum and relu", {{{3, 16, 5, 4}}, {{16}}, {{16}}, {{3, 16, 5, 4}}}, relu},
        {"sum", {{{2, 7, 3, 3}}, {{7}}, {{7}}, {{2, 7, 3, 3}}}, {{"epsilon", 1e-3}}},
        {"relu, odd channels", {{{2, 7, 3, 3}}, {{7}}, {{7}}}, relu},
        {"wide matrix", {{{5, 1044}}, {{1044}}, {{1044}}}, relu},  // more than are summed in one go, and some left over
        {"many channels", {{{3, 40, 3, 3}}, {{40}}, {{40}}, {{3, 40, 3, 3}}}, relu},
    };
    return op;
}

}  // namespace tl::ops
