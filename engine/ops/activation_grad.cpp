// dy times the activation's slope, which most kinds take from y, so that the compiler may fuse an activation into its
// producer and forget x; the others take it from x (engine/core/activation.h).
#include "engine/ops/support.h"

namespace tl::ops {

OpType activation_grad() {
    OpType op;
    op.name = "ActivationGrad";
    op.help = "The gradient of Activation.";
    op.precision = Precision::Follow;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("ActivationGrad", inputs, 3, 3);
        expectSameShapes("ActivationGrad", inputs);
        activationOf("ActivationGrad", attributes, "kind");
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const auto [kind, alpha] = activationOf("ActivationGrad", attributes, "kind");
        std::vector<ReferenceTensor> out{in[2]};
        for (size_t i = 0; i < out[0].values.size(); ++i)
            out[0].values[i] *= activationSlope(kind.act, alpha, in[0].values[i], in[1].values[i]);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 2 * elements(inputs[0]); };
    return op;
}

}  // namespace tl::ops
