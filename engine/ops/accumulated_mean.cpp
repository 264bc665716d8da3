// The mean of the gradients that AccumulateGradient has summed, and the sum back at zero for the steps to come.
#include <algorithm>

#include "engine/ops/support.h"

namespace tl::ops {

OpType accumulated_mean() {
    OpType op;
    op.name = "AccumulatedMean";
    op.help = "Takes the mean of the summed gradients and empties the sum.";
    op.updates = {0};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("AccumulatedMean", inputs, 1, 1);
        expectFloat("AccumulatedMean", "total", inputs[0]);
        attributes.integer("steps");
        return {inputs[0], inputs[0]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const auto steps = static_cast<double>(attributes.integer("steps"));
        std::vector<ReferenceTensor> out{in[0], in[0]};
        std::fill(out[0].values.begin(), out[0].values.end(), 0.0);
        for (double& value : out[1].values) value /= steps;
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"matrix", {{{13, 29}}}, {{"steps", int64_t{3}}}}};
    return op;
}

}  // namespace tl::ops
