// dx = y (dy - sum of y dy along the last axis).
#include "engine/ops/support.h"

namespace tl::ops {

OpType softmax_grad() {
    OpType op;
    op.name = "SoftmaxGrad";
    op.help = "The gradient of Softmax.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("SoftmaxGrad", inputs, 2, 2);
        expectSameShapes("SoftmaxGrad", inputs);
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{zeros(in[0].shape)};
        const auto width = static_cast<size_t>(in[0].shape[-1]);
        const auto &y = in[0].values, &dy = in[1].values;
        for (size_t row = 0; row < y.size(); row += width) {
            double sum = 0;
            for (size_t i = row; i < row + width; ++i) sum += y[i] * dy[i];
            for (size_t i = row; i < row + width; ++i) out[0].values[i] = y[i] * (dy[i] - sum);
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 4 * elements(inputs[0]); };
    return op;
}

}  // namespace tl::ops
