// The loss scale of float16 training: halved where a gradient was not finite, doubled after `growth_interval` steps in
// a row that were (Micikevicius et al., "Mixed Precision Training", ICLR 2018; the numbers are PyTorch's GradScaler's).
#include "engine/ops/support.h"

namespace tl::ops {

OpType loss_scale_update() {
    OpType op;
    op.name = "LossScaleUpdate";
    op.help = "Moves the loss scale after a step.";
    op.updates = {0, 1};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("LossScaleUpdate", inputs, 3, 3);
        expectShape("LossScaleUpdate", "scale", inputs[0], {});
        expectShape("LossScaleUpdate", "good_steps", inputs[1], {});
        expectShape("LossScaleUpdate", "finite", inputs[2], {});
        attributes.integer("growth_interval");
        return {inputs[0], inputs[1]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0], in[1]};
        double &scale = out[0].values[0], &good = out[1].values[0];
        if (in[2].values[0] == 0) {
            scale = scale > 1 ? scale / 2 : scale;
            good = 0;
        } else if (++good >= static_cast<double>(attributes.integer("growth_interval"))) {
            scale = scale < 0x1p24 ? scale * 2 : scale;
            good = 0;
        }
        return out;
    };
    op.flops = [](Types, const Attributes&) { return 1.0; };
    const std::vector<ValueType> scalars{{{}}, {{}}, {{}}};
    const Attributes interval{{"growth_interval", int64_t{100}}};
    op.cases = {{"good step", scalars, interval, {{1024, 1024}, {7, 7}, {1, 1}}},
                {"grows", scalars, interval, {{1024, 1024}, {99, 99}, {1, 1}}},
                {"not finite", scalars, interval, {{1024, 1024}, {42, 42}, {0, 0}}},
                {"smallest", scalars, interval, {{1, 1}, {42, 42}, {0, 0}}},
                {"largest", scalars, interval, {{16777216, 16777216}, {99, 99}, {1, 1}}}};
    return op;
}

}  // namespace tl::ops
