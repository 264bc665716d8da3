// x / scale, with the scale a value of the graph: takes the loss scale out of a gradient again. Scales are powers of
// two, so that nothing is rounded.
#include "engine/ops/support.h"

namespace tl::ops {

OpType unscale() {
    OpType op;
    op.name = "Unscale";
    op.help = "Divides by a number that the run keeps.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("Unscale", inputs, 2, 2);
        expectFloat("Unscale", "x", inputs[0]);
        expectShape("Unscale", "scale", inputs[1], {});
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        for (double& value : out[0].values) value /= in[1].values[0];
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"matrix", {{{13, 29}}, {{}}}, {}, {{-1, 1}, {1024, 1024}}}};
    return op;
}

}  // namespace tl::ops
