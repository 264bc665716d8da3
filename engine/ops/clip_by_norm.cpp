// Shortens its input where a norm (its own, or that of all gradients) is over clip_norm. A norm under it changes no
// bit.
#include <algorithm>

#include "engine/ops/support.h"

namespace tl::ops {

OpType clip_by_norm() {
    OpType op;
    op.name = "ClipByNorm";
    op.help = "Scales by clip_norm / norm where the norm is larger.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("ClipByNorm", inputs, 2, 2);
        expectFloat("ClipByNorm", "x", inputs[0]);
        expectShape("ClipByNorm", "norm", inputs[1], {});
        attributes.number("clip_norm");
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const double limit = attributes.number("clip_norm");
        std::vector<ReferenceTensor> out{in[0]};
        for (double& value : out[0].values) value *= limit / std::max(in[1].values[0], limit);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"longer", {{{13, 29}}, {{}}}, {{"clip_norm", 0.5}}, {{-1, 1}, {3, 3}}},
                {"shorter", {{{13, 29}}, {{}}}, {{"clip_norm", 5.0}}, {{-1, 1}, {3, 3}}}};
    return op;
}

}  // namespace tl::ops
