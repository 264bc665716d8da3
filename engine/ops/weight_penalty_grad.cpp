// dloss (l1 sign(w) + 2 l2 w); the sign of 0 is 0.
#include "engine/ops/support.h"

namespace tl::ops {

OpType weight_penalty_grad() {
    OpType op;
    op.name = "WeightPenaltyGrad";
    op.help = "The gradient of WeightPenalty.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("WeightPenaltyGrad", inputs, 2, 2);
        expectFloat("WeightPenaltyGrad", "w", inputs[0]);
        expectShape("WeightPenaltyGrad", "dloss", inputs[1], {});
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        for (double& w : out[0].values)
            w = in[1].values[0] * (attributes.number("l1") * ((w > 0) - (w < 0)) + 2 * attributes.number("l2") * w);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 4 * elements(inputs[0]); };
    return op;
}

}  // namespace tl::ops
