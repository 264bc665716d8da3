// Adds one number a channel (axis 1). The gradient of x is dy itself, with no work.
#include "engine/ops/support.h"

namespace tl::ops {

OpType bias_add() {
    OpType op;
    op.name = "BiasAdd";
    op.help = "Adds one number to each channel.";
    op.precision = Precision::Follow;
    op.fullInputs = {1};
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("BiasAdd", inputs, 2, 2);
        expectFloat("BiasAdd", "x", inputs[0]);
        if (inputs[0].shape.rank() < 2)
            throw Error("BiasAdd's input x", "2 dimensions or more", inputs[0].shape.toString());
        expectShape("BiasAdd", "bias", inputs[1], {inputs[0].shape[1]});
        return {inputs[0]};
    };
    op.gradient = [](GradientContext& context) {
        if (context.needsGradient(0)) context.setInputGradient(0, context.outputGradient(0));
        if (context.needsGradient(1))
            context.setInputGradient(1, context.emit("BiasGrad", {context.outputGradient(0)})[0]);
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        for (size_t i = 0; i < out[0].values.size(); ++i)
            out[0].values[i] += in[1].values[static_cast<size_t>(channelOf(in[0].shape, static_cast<int64_t>(i)))];
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"matrix", {{{5, 13}}, {{13}}}, {}}, {"images", {{{2, 17, 3, 5}}, {{17}}}, {}}};
    return op;
}

}  // namespace tl::ops
