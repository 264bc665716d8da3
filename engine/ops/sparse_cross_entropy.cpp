// The mean over the batch of -log softmax(logits) at the label, with the probabilities as a by-product for the metrics
// and the gradient. A label outside [0, K) is the data pipeline's to refuse.
#include <algorithm>
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

void differentiateSparseCrossEntropy(GradientContext& context) {
    if (!context.needsGradient(0)) return;
    std::vector<int> parts;
    if (context.outputGradient(0) >= 0)
        parts.push_back(context.emit("SparseCrossEntropyGrad",
                                     {context.output(1), context.input(1), context.outputGradient(0)})[0]);
    if (context.outputGradient(1) >= 0)
        parts.push_back(context.emit("SoftmaxGrad", {context.output(1), context.outputGradient(1)})[0]);
    context.setInputGradient(0, parts.size() == 1 ? parts[0] : context.emit("Add", parts)[0]);
}

std::vector<ReferenceTensor> evaluateSparseCrossEntropy(References in, const Attributes&, const StepContext&) {
    const auto rows = static_cast<size_t>(in[0].shape[0]), classes = static_cast<size_t>(in[0].shape[1]);
    std::vector<ReferenceTensor> out{zeros({}), in[0]};
    for (size_t row = 0; row < rows; ++row) {
        const double* scores = &in[0].values[row * classes];
        const double largest = *std::max_element(scores, scores + classes);
        double sum = 0;
        for (size_t i = 0; i < classes; ++i) sum += std::exp(scores[i] - largest);
        for (size_t i = 0; i < classes; ++i) out[1].values[row * classes + i] = std::exp(scores[i] - largest) / sum;
        const double label = scores[static_cast<size_t>(in[1].values[row])];
        out[0].values[0] += (largest + std::log(sum) - label) / static_cast<double>(rows);
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
    op.gradient = differentiateSparseCrossEntropy;
    op.reference = evaluateSparseCrossEntropy;
    op.flops = [](Types inputs, const Attributes&) { return 6 * elements(inputs[0]); };
    op.cases = {{"ten classes", {{{7, 10}}, {{7}, DType::Int32}}, {}, {{-3, 3}, {0, 10}}},
                {"large scores", {{{5, 37}}, {{5}, DType::Int32}}, {}, {{-90, 90}, {0, 37}}}};
    return op;
}

}  // namespace tl::ops
