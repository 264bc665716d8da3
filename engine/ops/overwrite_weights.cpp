// Puts a parameter's average in its place at every so many updates: Keras's ema_overwrite_frequency. `count` is the
// number of this update, from 1.
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {

OpType overwrite_weights() {
    OpType op;
    op.name = "OverwriteWeights";
    op.help = "Replaces a weight by its average at every so many updates.";
    op.updates = {0};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("OverwriteWeights", inputs, 3, 3);
        expectSameShapes("OverwriteWeights", inputs.first(2));
        expectShape("OverwriteWeights", "count", inputs[2], {});
        attributes.integer("frequency");
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const auto frequency = static_cast<double>(attributes.integer("frequency"));
        return std::vector<ReferenceTensor>{in[std::fmod(in[2].values[0], frequency) == 0 ? 1 : 0]};
    };
    op.flops = [](Types, const Attributes&) { return 0.0; };
    const Attributes third{{"frequency", int64_t{3}}};
    op.cases = {{"not yet", {{{13, 29}}, {{13, 29}}, {{}}}, third, {{-1, 1}, {-1, 1}, {5, 5}}},
                {"now", {{{13, 29}}, {{13, 29}}, {{}}}, third, {{-1, 1}, {-1, 1}, {6, 6}}}};
    return op;
}

}  // namespace tl::ops
