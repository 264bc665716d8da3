// -dloss / (N p) at the label, zero elsewhere and where p was clipped.
#include "engine/ops/support.h"

namespace tl::ops {

OpType sparse_cross_entropy_probs_grad() {
    OpType op;
    op.name = "SparseCrossEntropyProbsGrad";
    op.help = "The gradient of SparseCrossEntropyProbs.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("SparseCrossEntropyProbsGrad", inputs, 3, 3);
        expectFloat("SparseCrossEntropyProbsGrad", "probabilities", inputs[0]);
        expectRank("SparseCrossEntropyProbsGrad", "probabilities", inputs[0], 2);
        expectLabels("SparseCrossEntropyProbsGrad", inputs[1], inputs[0].shape[0]);
        expectShape("SparseCrossEntropyProbsGrad", "dloss", inputs[2], {});
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        const auto rows = static_cast<size_t>(in[0].shape[0]), classes = static_cast<size_t>(in[0].shape[1]);
        std::vector<ReferenceTensor> out{zeros(in[0].shape)};
        for (size_t row = 0; row < rows; ++row) {
            const size_t at = row * classes + static_cast<size_t>(in[1].values[row]);
            const double p = in[0].values[at];
            if (p >= 1e-7 && p <= 1 - 1e-7) out[0].values[at] = -in[2].values[0] / p / static_cast<double>(rows);
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 2 * elements(inputs[1]); };
    return op;
}

}  // namespace tl::ops
