// The slope's gradient is the sum of x dy over the negative x that share it.
#include "engine/ops/support.h"

namespace tl::ops {

OpType prelu_grad() {
    OpType op;
    op.name = "PReluGrad";
    op.help = "The gradient of PRelu.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("PReluGrad", inputs, 3, 3);
        expectSlope("PReluGrad", inputs[0].shape, inputs[1]);
        expectShape("PReluGrad", "dy", inputs[2], inputs[0].shape);
        return {inputs[0], inputs[1]};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{in[2], zeros(in[1].shape)};
        for (size_t i = 0; i < in[0].values.size(); ++i) {
            if (in[0].values[i] > 0) continue;
            const size_t slope = slopeIndex(in[0].shape, in[1].shape, i);
            out[1].values[slope] += in[0].values[i] * in[2].values[i];
            out[0].values[i] *= in[1].values[slope];
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 3 * elements(inputs[0]); };
    return op;
}

}  // namespace tl::ops
