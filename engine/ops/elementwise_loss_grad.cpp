// The slope of each element's loss, times its sample's weight and dloss, over the divisor.
#include "engine/ops/support.h"

namespace tl::ops {

OpType elementwise_loss_grad() {
    OpType op;
    op.name = "ElementwiseLossGrad";
    op.help = "The gradient of ElementwiseLoss.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("ElementwiseLossGrad", inputs, 3, 4);
        expectSameShapes("ElementwiseLossGrad", inputs.first(2));
        expectShape("ElementwiseLossGrad", "dloss", inputs[2], {});
        if (inputs.size() > 3) expectShape("ElementwiseLossGrad", "weights", inputs[3], {inputs[0].shape[0]});
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        const double scale = in[2].values[0] / elementLossDivisor(attributes, in[0].shape);
        for (size_t i = 0; i < out[0].values.size(); ++i)
            out[0].values[i] =
                elementLoss(attributes, in[0].values[i], in[1].values[i]).slope * weightOf(in, 3, i) * scale;
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 4 * elements(inputs[0]); };
    return op;
}

}  // namespace tl::ops
