// x0 / x1, element by element.
#include "engine/ops/support.h"

namespace tl::ops {

OpType div() {
    OpType op;
    op.name = "Div";
    op.help = "Divides two values element by element.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("Div", inputs, 2, 2);
        expectSameShapes("Div", inputs);
        return {inputs[0]};
    };
    op.gradient = [](GradientContext& context) {
        const int dy = context.outputGradient(0), divisor = context.input(1);
        if (!context.needsGradient(0) && !context.needsGradient(1)) return;
        const int share = context.emit("Div", {dy, divisor})[0];
        if (context.needsGradient(0)) context.setInputGradient(0, share);
        if (!context.needsGradient(1)) return;
        const int product = context.emit("Mul", {share, context.output(0)})[0];
        context.setInputGradient(1, context.emit("Rescale", {product}, {{"scale", -1.0}, {"offset", 0.0}})[0]);
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        for (size_t i = 0; i < out[0].values.size(); ++i) out[0].values[i] /= in[1].values[i];
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"images", {{{2, 17, 5, 7}}, {{2, 17, 5, 7}}}, {}, {{-1, 1}, {0.5, 2}}},
                {"matrix", {{{3, 13}}, {{3, 13}}}, {}, {{-1, 1}, {-2, -0.5}}}};
    return op;
}

}  // namespace tl::ops
