// The second half: waits for every AllReduceStart so far, and passes on what it is given.
#include "engine/ops/support.h"

namespace tl::ops {

OpType all_reduce_done() {
    OpType op;
    op.name = "AllReduceDone";
    op.help = "Waits for sums over the devices that train together.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("AllReduceDone", inputs, 1, 100000);
        for (size_t i = 0; i < inputs.size(); ++i) expectFloat("AllReduceDone", std::to_string(i).c_str(), inputs[i]);
        return {inputs.begin(), inputs.end()};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        return std::vector<ReferenceTensor>(in.begin(), in.end());
    };
    op.flops = [](Types, const Attributes&) { return 0.0; };
    op.cases = {{"two", {{{13, 29}}, {{7}}}, {}}};
    return op;
}

}  // namespace tl::ops
