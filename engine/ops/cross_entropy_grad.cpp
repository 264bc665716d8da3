// With g_k = t_k ((1 - p_k)^gamma - gamma p_k (1 - p_k)^(gamma - 1) log p_k), the scores' gradient is
// alpha (p_k sum_j g_j - g_k) times the row's weight and dloss / N; plain, it is p_k sum_j t_j - t_k.
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {

OpType cross_entropy_grad() {
    OpType op;
    op.name = "CrossEntropyGrad";
    op.help = "The gradient of CrossEntropy.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("CrossEntropyGrad", inputs, 3, 4);
        expectSameShapes("CrossEntropyGrad", inputs.first(2));
        expectRank("CrossEntropyGrad", "probabilities", inputs[0], 2);
        expectShape("CrossEntropyGrad", "dloss", inputs[2], {});
        if (inputs.size() > 3) expectShape("CrossEntropyGrad", "weights", inputs[3], {inputs[0].shape[0]});
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const double gamma = attributes.number("gamma", 0), alpha = attributes.number("alpha", 1);
        const auto classes = static_cast<size_t>(in[0].shape[1]);
        std::vector<ReferenceTensor> out{zeros(in[0].shape)};
        for (size_t row = 0; row < in[0].values.size(); row += classes) {
            const double scale = alpha * weightOf(in, 3, row) * in[2].values[0] / static_cast<double>(in[0].shape[0]);
            double sum = 0;
            for (size_t i = row; i < row + classes; ++i) {
                const double p = in[0].values[i], rest = 1 - p;
                double share = std::pow(rest, gamma);
                if (gamma != 0 && p > 0 && rest > 0) share -= gamma * p * std::pow(rest, gamma - 1) * std::log(p);
                out[0].values[i] = -in[1].values[i] * share * scale;
                sum -= out[0].values[i];
            }
            for (size_t i = row; i < row + classes; ++i) out[0].values[i] += in[0].values[i] * sum;
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 6 * elements(inputs[0]); };
    return op;
}

}  // namespace tl::ops
