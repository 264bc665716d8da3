// moving * momentum + value * (1 - momentum), in the update phase so that a step with a NaN never gets here.
#include "engine/ops/support.h"

namespace tl::ops {

OpType moving_average() {
    OpType op;
    op.name = "MovingAverage";
    op.help = "Moves an average towards a new value.";
    op.updates = {0};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("MovingAverage", inputs, 2, 2);
        expectSameShapes("MovingAverage", inputs);
        attributes.number("momentum");
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const double momentum = attributes.number("momentum");
        std::vector<ReferenceTensor> out{in[0]};
        for (size_t i = 0; i < out[0].values.size(); ++i)
            out[0].values[i] = in[0].values[i] * momentum + in[1].values[i] * (1 - momentum);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 3 * elements(inputs[0]); };
    op.cases = {{"vector", {{{19}}, {{19}}}, {{"momentum", 0.9}}}};
    return op;
}

}  // namespace tl::ops
