// The first half of an all-reduce over the devices that train together (`devices`, of which this plan's is number
// `rank`): asks for the sums and does not wait for them, so that the backward pass goes on meanwhile. Each device's
// share weighs its numbers: the mean over a batch is the sum of its parts' means by their shares of it. Reduced are
// only the outputs of AllReduceDone; nothing but that op may read these.
#include "engine/ops/support.h"

namespace tl::ops {

OpType all_reduce_start() {
    OpType op;
    op.name = "AllReduceStart";
    op.help = "Begins to sum values over the devices that train together.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("AllReduceStart", inputs, 1, 100000);
        for (size_t i = 0; i < inputs.size(); ++i) expectFloat("AllReduceStart", std::to_string(i).c_str(), inputs[i]);
        attributes.number("share");
        return {inputs.begin(), inputs.end()};
    };
    // Of a device that trains alone, as the cases have it.
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        std::vector<ReferenceTensor> out(in.begin(), in.end());
        for (ReferenceTensor& tensor : out)
            for (double& value : tensor.values) value *= attributes.number("share");
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) {
        double sum = 0;
        for (const ValueType& input : inputs) sum += elements(input);
        return sum;
    };
    op.cases = {{"alone", {{{13, 29}}, {{7}}}, {{"share", 0.25}}}};
    return op;
}

}  // namespace tl::ops
