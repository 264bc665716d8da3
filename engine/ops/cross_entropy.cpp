// Softmax and cross entropy with targets as vectors: -alpha sum_k t_k (1 - p_k)^gamma log p_k, averaged over the rows.
// gamma = 0 and alpha = 1 (the defaults) is the plain one, others the focal one (Lin et al., ICCV 2017). Weights, one a
// row, scale its part and not the divisor.
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

std::vector<ReferenceTensor> evaluateCrossEntropy(References in, const Attributes& attributes, const StepContext&) {
    const double gamma = attributes.number("gamma", 0), alpha = attributes.number("alpha", 1);
    const auto rows = static_cast<size_t>(in[0].shape[0]), classes = static_cast<size_t>(in[0].shape[1]);
    std::vector<ReferenceTensor> out{zeros({}), in[0]};
    for (size_t row = 0; row < rows; ++row) {
        const auto scores = std::span(in[0].values).subspan(row * classes, classes);
        const auto logs = std::span(out[1].values).subspan(row * classes, classes);
        logSoftmax(scores, logs);
        for (size_t i = 0; i < classes; ++i) {
            const double logP = logs[i], p = logs[i] = std::exp(logP);
            out[0].values[0] -= alpha * in[1].values[row * classes + i] * std::pow(1 - p, gamma) * logP *
                                weightOf(in, 2, row * classes) / static_cast<double>(rows);
        }
    }
    return out;
}

}  // namespace

OpType cross_entropy() {
    OpType op;
    op.name = "CrossEntropy";
    op.help = "Softmax and cross entropy with vectors as targets, from scores.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("CrossEntropy", inputs, 2, 3);
        expectSameShapes("CrossEntropy", inputs.first(2));
        expectRank("CrossEntropy", "logits", inputs[0], 2);
        if (inputs.size() > 2) expectShape("CrossEntropy", "weights", inputs[2], {inputs[0].shape[0]});
        return {{{}, DType::Float32}, inputs[0]};
    };
    op.gradient = [](GradientContext& context) { differentiateCrossEntropy(context, "CrossEntropyGrad"); };
    op.reference = evaluateCrossEntropy;
    op.flops = [](Types inputs, const Attributes&) { return 8 * elements(inputs[0]); };
    op.differentiable = {0};
    const ValueType matrix{{7, 10}};
    const std::vector<std::pair<double, double>> ranges = {{-3, 3}, {0, 1}, {0, 2}};
    op.cases = {{"plain", {matrix, matrix}, {}, ranges},
                {"weighted", {matrix, matrix, {{7}}}, {}, ranges},
                {"focal", {matrix, matrix}, {{"gamma", 2.0}, {"alpha", 0.25}}, ranges},
                {"focal, weighted", {matrix, matrix, {{7}}}, {{"gamma", 1.5}, {"alpha", 2.0}}, ranges},
                {"large scores", {{{5, 37}}, {{5, 37}}}, {}, {{-90, 90}, {0, 1}}}};
    return op;
}

}  // namespace tl::ops
