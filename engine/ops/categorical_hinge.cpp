// What the right class's score lacks to be 1 above the best other, never less than 0: the mean over the rows of
// max(0, 1 + max_k (1 - t_k) y_k - sum_k t_k y_k), Keras's.
#include <algorithm>

#include "engine/ops/support.h"

namespace tl::ops {

OpType categorical_hinge() {
    OpType op;
    op.name = "CategoricalHinge";
    op.help = "The margin between the target's value and the best other.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("CategoricalHinge", inputs, 2, 3);
        expectSameShapes("CategoricalHinge", inputs.first(2));
        expectRank("CategoricalHinge", "y", inputs[0], 2);
        if (inputs.size() > 2) expectShape("CategoricalHinge", "weights", inputs[2], {inputs[0].shape[0]});
        return {{{}, DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        std::vector<int> inputs = {context.input(0), context.input(1), context.outputGradient(0)};
        if (context.input(2) >= 0) inputs.push_back(context.input(2));
        context.setInputGradient(0, context.emit("CategoricalHingeGrad", inputs)[0]);
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{zeros({})};
        const auto width = static_cast<size_t>(in[0].shape[1]);
        for (size_t row = 0; row < in[0].values.size(); row += width)
            out[0].values[0] +=
                std::max(0.0, marginOf(in, row).miss) * weightOf(in, 2, row) / static_cast<double>(in[0].shape[0]);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 4 * elements(inputs[0]); };
    op.differentiable = {0};
    op.cases = {{"ten classes", {{{7, 10}}, {{7, 10}}}, {}, {{-1, 1}, {0, 0.5}}},
                {"weighted", {{{9, 4}}, {{9, 4}}, {{9}}}, {}, {{-1, 1}, {0, 1}, {0, 2}}}};
    return op;
}

}  // namespace tl::ops
