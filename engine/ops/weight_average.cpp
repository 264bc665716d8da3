// The moving average of a parameter, after its update; Keras's use_ema. The first one is the parameter itself: a start
// at zero would have to be corrected for. `count` is the number of this update, from 1.
#include "engine/ops/support.h"

namespace tl::ops {

OpType weight_average() {
    OpType op;
    op.name = "WeightAverage";
    op.help = "Moves the average of a weight towards it.";
    op.updates = {0};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("WeightAverage", inputs, 3, 3);
        expectSameShapes("WeightAverage", inputs.first(2));
        expectShape("WeightAverage", "count", inputs[2], {});
        attributes.number("momentum");
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const double rest = in[2].values[0] > 1 ? 1 - attributes.number("momentum") : 1;
        std::vector<ReferenceTensor> out{in[0]};
        for (size_t i = 0; i < out[0].values.size(); ++i)
            out[0].values[i] += rest * (in[1].values[i] - out[0].values[i]);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 3 * elements(inputs[0]); };
    const Attributes slow{{"momentum", 0.999}};
    op.cases = {{"first", {{{13, 29}}, {{13, 29}}, {{}}}, slow, {{-1, 1}, {-1, 1}, {1, 1}}},
                {"later", {{{13, 29}}, {{13, 29}}, {{}}}, slow, {{-1, 1}, {-1, 1}, {9, 9}}}};
    return op;
}

}  // namespace tl::ops
