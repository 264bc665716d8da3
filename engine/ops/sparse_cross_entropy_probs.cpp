// Cross entropy of given probabilities: the mean over the batch of -log p at the label, p clipped to
// [1e-7, 1 - 1e-7] as Keras does.
#include <algorithm>
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {

OpType sparse_cross_entropy_probs() {
    OpType op;
    op.name = "SparseCrossEntropyProbs";
    op.help = "Cross entropy with class numbers, from probabilities.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("SparseCrossEntropyProbs", inputs, 2, 2);
        expectFloat("SparseCrossEntropyProbs", "probabilities", inputs[0]);
        expectRank("SparseCrossEntropyProbs", "probabilities", inputs[0], 2);
        expectLabels("SparseCrossEntropyProbs", inputs[1], inputs[0].shape[0]);
        return {{{}, DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        context.setInputGradient(0, context.emit("SparseCrossEntropyProbsGrad",
                                                 {context.input(0), context.input(1), context.outputGradient(0)})[0]);
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        const auto rows = static_cast<size_t>(in[0].shape[0]), classes = static_cast<size_t>(in[0].shape[1]);
        std::vector<ReferenceTensor> out{zeros({})};
        for (size_t row = 0; row < rows; ++row) {
            const double p = in[0].values[row * classes + static_cast<size_t>(in[1].values[row])];
            out[0].values[0] -= std::log(std::clamp(p, 1e-7, 1 - 1e-7)) / static_cast<double>(rows);
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 2 * elements(inputs[1]); };
    op.cases = {{"ten classes", {{{7, 10}}, {{7}, DType::Int32}}, {}, {{0.01, 0.99}, {0, 10}}},
                {"some out of range", {{{9, 5}}, {{9}, DType::Int32}}, {}, {{-0.5, 1.5}, {0, 5}}}};
    return op;
}

}  // namespace tl::ops
