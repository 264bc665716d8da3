// Adds a gradient to those of the steps before it. It stands in the phase Accumulate, which every step runs.
#include "engine/ops/support.h"

namespace tl::ops {

OpType accumulate_gradient() {
    OpType op;
    op.name = "AccumulateGradient";
    op.help = "Adds a gradient to the sum of the steps before.";
    op.updates = {0};
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("AccumulateGradient", inputs, 2, 2);
        expectSameShapes("AccumulateGradient", inputs);
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        for (size_t i = 0; i < out[0].values.size(); ++i) out[0].values[i] += in[1].values[i];
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"matrix", {{{13, 29}}, {{13, 29}}}, {}}};
    return op;
}

}  // namespace tl::ops
