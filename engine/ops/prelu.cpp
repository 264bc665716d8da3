// x, or for negative x a learned slope times x (He et al., ICCV 2015). The slope has x's axes without the batch; those
// of extent 1 share it.
#include "engine/ops/support.h"

namespace tl::ops {

OpType prelu() {
    OpType op;
    op.name = "PRelu";
    op.help = "Multiplies negative values by a learned slope.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("PRelu", inputs, 2, 2);
        expectFloat("PRelu", "x", inputs[0]);
        expectSlope("PRelu", inputs[0].shape, inputs[1]);
        return {inputs[0]};
    };
    op.gradient = [](GradientContext& context) {
        const auto gradients =
            context.emit("PReluGrad", {context.input(0), context.input(1), context.outputGradient(0)});
        for (int i : {0, 1})
            if (context.needsGradient(i)) context.setInputGradient(i, gradients[static_cast<size_t>(i)]);
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        for (size_t i = 0; i < out[0].values.size(); ++i) {
            double& value = out[0].values[i];
            if (value < 0) value *= in[1].values[slopeIndex(in[0].shape, in[1].shape, i)];
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"by channel", {{{2, 17, 5, 7}}, {{17, 1, 1}}}, {}},
                {"by channel, blocks", {{{3, 16, 4, 5}}, {{16, 1, 1}}}, {}},
                {"each its own", {{{3, 4, 5, 6}}, {{4, 5, 6}}}, {}},
                {"by row", {{{3, 4, 5, 6}}, {{1, 5, 1}}}, {}},
                {"vector", {{{7, 13}}, {{13}}}, {}},
                {"one for all", {{{7, 13}}, {{1}}}, {}}};
    return op;
}

}  // namespace tl::ops
