// 1 - 2 sum(t y) / (sum(t) + sum(y) + 1e-7) over all elements of the batch together, Keras's.
#include "engine/ops/support.h"

namespace tl::ops {

OpType dice() {
    OpType op;
    op.name = "Dice";
    op.help = "How little values and targets overlap, over the whole batch.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("Dice", inputs, 2, 2);
        expectSameShapes("Dice", inputs);
        return {{{}, DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        context.setInputGradient(
            0, context.emit("DiceGrad", {context.input(0), context.input(1), context.outputGradient(0)})[0]);
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        double overlap = 0, size = 1e-7;
        for (size_t i = 0; i < in[0].values.size(); ++i) {
            overlap += in[0].values[i] * in[1].values[i];
            size += in[0].values[i] + in[1].values[i];
        }
        std::vector<ReferenceTensor> out{zeros({})};
        out[0].values[0] = 1 - 2 * overlap / size;
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 4 * elements(inputs[0]); };
    op.differentiable = {0};
    op.cases = {{"matrix", {{{7, 10}}, {{7, 10}}}, {}, {{0, 1}, {0, 1}}},
                {"masks", {{{2, 3, 9, 7}}, {{2, 3, 9, 7}}}, {}, {{0, 1}, {0, 1}}}};
    return op;
}

}  // namespace tl::ops
