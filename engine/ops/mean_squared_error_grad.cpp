// 2 (y - target) dloss / number of elements.
#include "engine/ops/support.h"

namespace tl::ops {

OpType mean_squared_error_grad() {
    OpType op;
    op.name = "MeanSquaredErrorGrad";
    op.help = "The gradient of MeanSquaredError.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("MeanSquaredErrorGrad", inputs, 3, 3);
        expectSameShapes("MeanSquaredErrorGrad", inputs.first(2));
        expectShape("MeanSquaredErrorGrad", "dloss", inputs[2], {});
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        const double scale = 2 * in[2].values[0] / static_cast<double>(in[0].values.size());
        for (size_t i = 0; i < in[0].values.size(); ++i) out[0].values[i] = (in[0].values[i] - in[1].values[i]) * scale;
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 2 * elements(inputs[0]); };
    return op;
}

}  // namespace tl::ops
