// Each number brought between -clip_value and clip_value: the simplest of the ways to keep a gradient from exploding.
#include <algorithm>

#include "engine/ops/support.h"

namespace tl::ops {

OpType clip_by_value() {
    OpType op;
    op.name = "ClipByValue";
    op.help = "Brings every number between -clip_value and clip_value.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("ClipByValue", inputs, 1, 1);
        expectFloat("ClipByValue", "x", inputs[0]);
        attributes.number("clip_value");
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const double limit = attributes.number("clip_value");
        std::vector<ReferenceTensor> out{in[0]};
        for (double& value : out[0].values) value = std::clamp(value, -limit, limit);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 2 * elements(inputs[0]); };
    op.cases = {{"matrix", {{{13, 29}}}, {{"clip_value", 0.3}}}};
    return op;
}

}  // namespace tl::ops
