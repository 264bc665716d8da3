// Counts up by one; optimizers keep their step count with it. Exact in float32 up to 2^24 steps.
#include "engine/ops/support.h"

namespace tl::ops {

OpType increment() {
    OpType op;
    op.name = "Increment";
    op.help = "Adds one to a counter.";
    op.updates = {0};
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("Increment", inputs, 1, 1);
        expectShape("Increment", "count", inputs[0], {});
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        out[0].values[0] += 1;
        return out;
    };
    op.flops = [](Types, const Attributes&) { return 1.0; };
    op.cases = {{"count", {{{}}}, {}, {{41, 41}}}};
    return op;
}

}  // namespace tl::ops
