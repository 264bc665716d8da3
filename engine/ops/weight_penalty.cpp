// What a weight, or a layer's output, adds to the loss: l1 times the sum of its sizes and l2 times the sum of its
// squares, Keras's L1, L2 and L1L2 regularisers.
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {

OpType weight_penalty() {
    OpType op;
    op.name = "WeightPenalty";
    op.help = "l1 times the sum of absolute values and l2 times the sum of squares.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("WeightPenalty", inputs, 1, 1);
        expectFloat("WeightPenalty", "w", inputs[0]);
        attributes.number("l1"), attributes.number("l2");
        return {{{}, DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        context.setInputGradient(0, context.emit("WeightPenaltyGrad", {context.input(0), context.outputGradient(0)},
                                                 context.attributes())[0]);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        std::vector<ReferenceTensor> out{zeros({})};
        for (double w : in[0].values)
            out[0].values[0] += attributes.number("l1") * std::abs(w) + attributes.number("l2") * w * w;
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 4 * elements(inputs[0]); };
    op.cases = {{"l1", {{{7, 13}}}, {{"l1", 0.25}, {"l2", 0.0}}},
                {"l2", {{{5, 3, 3, 3}}}, {{"l1", 0.0}, {"l2", 0.5}}},
                {"both, large", {{{130, 301}}}, {{"l1", 0.01}, {"l2", 0.02}}}};
    return op;
}

}  // namespace tl::ops
