// The length of all its inputs as one vector. With one input it is that one's own norm.
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {

OpType global_norm() {
    OpType op;
    op.name = "GlobalNorm";
    op.help = "The root of the sum of all squares over all inputs.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("GlobalNorm", inputs, 1, 1u << 20);
        for (const ValueType& input : inputs) expectFloat("GlobalNorm", "x", input);
        return {ValueType{{}}};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        double sum = 0;
        for (const ReferenceTensor& each : in)
            for (double value : each.values) sum += value * value;
        return std::vector<ReferenceTensor>{{{}, {std::sqrt(sum)}}};
    };
    op.flops = [](Types inputs, const Attributes&) {
        double all = 0;
        for (const ValueType& input : inputs) all += 2 * elements(input);
        return all;
    };
    op.cases = {{"one", {{{13, 29}}}, {}}, {"three", {{{13, 29}}, {{40000}}, {{7}}}, {}}};
    return op;
}

}  // namespace tl::ops
