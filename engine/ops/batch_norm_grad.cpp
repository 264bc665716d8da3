// The gradients of BatchNorm, mean and variance being functions of x. With activation = relu it takes the gradient of
// the activated output; which elements were cut off follows from x, gamma and beta.
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

std::vector<ReferenceTensor> evaluateBatchNormGrad(References in, const Attributes& attributes, const StepContext&) {
    const auto &x = in[0], &dy = in[1], &gamma = in[2], &beta = in[3], &mean = in[4], &variance = in[5];
    const int64_t channels = x.shape[1];
    const double count = static_cast<double>(x.shape.elements()) / static_cast<double>(channels);
    const double epsilon = attributes.number("epsilon");
    const bool relu = attributes.text("activation", "linear") == "relu";
    std::vector<ReferenceTensor> out{zeros(x.shape), zeros({channels}), zeros({channels})};
    std::vector<double> normalised(x.values.size()), flow(x.values.size());
    const auto channel = [&](size_t i) { return static_cast<size_t>(channelOf(x.shape, static_cast<int64_t>(i))); };
    for (size_t i = 0; i < x.values.size(); ++i) {
        const size_t c = channel(i);
        normalised[i] = (x.values[i] - mean.values[c]) / std::sqrt(variance.values[c] + epsilon);
        const bool cut = relu && normalised[i] * gamma.values[c] + beta.values[c] <= 0;
        flow[i] = cut ? 0 : dy.values[i];
        out[1].values[c] += flow[i] * normalised[i];
        out[2].values[c] += flow[i];
    }
    for (size_t i = 0; i < x.values.size(); ++i) {
        const size_t c = channel(i);
        out[0].values[i] = gamma.values[c] / std::sqrt(variance.values[c] + epsilon) *
                           (flow[i] - out[2].values[c] / count - normalised[i] * out[1].values[c] / count);
    }
    return out;
}

}  // namespace

OpType batch_norm_grad() {
    OpType op;
    op.name = "BatchNormGrad";
    op.help = "The gradients of BatchNorm.";
    op.precision = Precision::Follow;
    op.fullInputs = {2, 3, 4, 5};
    op.fullOutputs = {1, 2};
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("BatchNormGrad", inputs, 7, 7);
        expectFloat("BatchNormGrad", "x", inputs[0]);
        expectShape("BatchNormGrad", "dy", inputs[1], inputs[0].shape);
        const Shape channels{inputs[0].shape[1]};
        const char* names[] = {"gamma", "beta", "mean", "variance"};
        for (size_t i = 0; i < 4; ++i) expectShape("BatchNormGrad", names[i], inputs[i + 2], channels);
        return {inputs[0], inputs[2], inputs[3]};
    };
    op.reference = evaluateBatchNormGrad;
    op.flops = [](Types inputs, const Attributes&) { return 12 * elements(inputs[0]); };
    return op;
}

}  // namespace tl::ops
