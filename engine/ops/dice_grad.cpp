// dloss 2 (sum(t y) - t_i S) / S^2, with S = sum(t) + sum(y) + 1e-7.
#include "engine/ops/support.h"

namespace tl::ops {

OpType dice_grad() {
    OpType op;
    op.name = "DiceGrad";
    op.help = "The gradient of Dice.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("DiceGrad", inputs, 3, 3);
        expectSameShapes("DiceGrad", inputs.first(2));
        expectShape("DiceGrad", "dloss", inputs[2], {});
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        double overlap = 0, size = 1e-7;
        for (size_t i = 0; i < in[0].values.size(); ++i) {
            overlap += in[0].values[i] * in[1].values[i];
            size += in[0].values[i] + in[1].values[i];
        }
        std::vector<ReferenceTensor> out{in[1]};
        for (double& value : out[0].values) value = in[2].values[0] * 2 * (overlap - value * size) / (size * size);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 6 * elements(inputs[0]); };
    return op;
}

}  // namespace tl::ops
