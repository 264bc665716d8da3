// The mean over the batch of -log softmax(logits) at the label, with the probabilities as a by-product for the metrics
// and the gradient. A label outside [0, K) is the data pipeline's to refuse.
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

std::vector<ReferenceTensor> evaluateSparseCrossEntropy(References in, const Attributes&, const StepContext&) {
    const auto rows = static_cast<size_t>(in[0].shape[0]), classes = static_cast<size_t>(in[0].shape[1]);
    std::vector<ReferenceTensor> out{zeros({}), in[0]};
    for (size_t row = 0; row < rows; ++row) {
        const auto p = std::span(out[1].values).subspan(row * classes, classes);
        logSoftmax(std::span(in[0].values).subspan(row * classes, classes), p);
        out[0].values[0] -= p[static_cast<size_t>(in[1].values[row])] / static_cast<double>(rows);
        for (double& value : p) value = std::exp(value);
    }
    return out;
}

}  // namespace

OpType sparse_cross_entropy() {
    OpType op;
    op.name = "SparseCrossEntropy";
    op.help = "Softmax and cross entropy with class numbers, from scores.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("SparseCrossEntropy", inputs, 2, 2);
        expectFloat("SparseCrossEntropy", "logits", inputs[0]);
        expectRank("SparseCrossEntropy", "logits", inputs[0], 2);
        expectLabels("SparseCrossEntropy", inputs[1], inputs[0].shape[0]);
        return {{{}, DType::Float32}, inputs[0]};
    };
    op.gradient = [](GradientContext& context) { differentiateCrossEntropy(context, "SparseCrossEntropyGrad"); };
    op.reference = evaluateSparseCrossEntropy;
    op.flops = [](Types inputs, const Attributes&) { return 6 * elements(inputs[0]); };
    op.cases = {{"ten classes", {{{7, 10}}, {{7}, DType::Int32}}, {}, {{-3, 3}, {0, 10}}},
                {"large scores", {{{5, 37}}, {{5}, DType::Int32}}, {}, {{-90, 90}, {0, 37}}}};
    return op;
}

}  // namespace tl::ops
