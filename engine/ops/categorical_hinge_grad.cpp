// In a row that misses its margin: -t_k, and 1 - t_k more at the best other; the first of equal ones.
#include "engine/ops/support.h"

namespace tl::ops {

OpType categorical_hinge_grad() {
    OpType op;
    op.name = "CategoricalHingeGrad";
    op.help = "The gradient of CategoricalHinge.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("CategoricalHingeGrad", inputs, 3, 4);
        expectSameShapes("CategoricalHingeGrad", inputs.first(2));
        expectRank("CategoricalHingeGrad", "y", inputs[0], 2);
        expectShape("CategoricalHingeGrad", "dloss", inputs[2], {});
        if (inputs.size() > 3) expectShape("CategoricalHingeGrad", "weights", inputs[3], {inputs[0].shape[0]});
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{zeros(in[0].shape)};
        const auto width = static_cast<size_t>(in[0].shape[1]);
        for (size_t row = 0; row < in[0].values.size(); row += width) {
            const Margin margin = marginOf(in, row);
            if (margin.miss <= 0) continue;
            const double scale = weightOf(in, 3, row) * in[2].values[0] / static_cast<double>(in[0].shape[0]);
            for (size_t i = row; i < row + width; ++i) out[0].values[i] = -in[1].values[i] * scale;
            out[0].values[margin.best] += (1 - in[1].values[margin.best]) * scale;
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 4 * elements(inputs[0]); };
    return op;
}

}  // namespace tl::ops
