// dlogits = (probabilities - one hot label) dloss / N.
#include "engine/ops/support.h"

namespace tl::ops {

OpType sparse_cross_entropy_grad() {
    OpType op;
    op.name = "SparseCrossEntropyGrad";
    op.help = "The gradient of SparseCrossEntropy.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("SparseCrossEntropyGrad", inputs, 3, 3);
        expectFloat("SparseCrossEntropyGrad", "probabilities", inputs[0]);
        expectRank("SparseCrossEntropyGrad", "probabilities", inputs[0], 2);
        expectLabels("SparseCrossEntropyGrad", inputs[1], inputs[0].shape[0]);
        expectShape("SparseCrossEntropyGrad", "dloss", inputs[2], {});
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        const auto rows = static_cast<size_t>(in[0].shape[0]), classes = static_cast<size_t>(in[0].shape[1]);
        std::vector<ReferenceTensor> out{in[0]};
        for (size_t row = 0; row < rows; ++row)
            out[0].values[row * classes + static_cast<size_t>(in[1].values[row])] -= 1;
        for (double& value : out[0].values) value *= in[2].values[0] / static_cast<double>(rows);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 2 * elements(inputs[0]); };
    return op;
}

}  // namespace tl::ops
