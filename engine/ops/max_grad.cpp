// Hands dy to the larger of two values, and half to each where they are equal (as PyTorch does).
#include "engine/ops/support.h"

namespace tl::ops {

OpType max_grad() {
    OpType op;
    op.name = "MaxGrad";
    op.help = "The gradient of Max.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("MaxGrad", inputs, 3, 3);
        expectSameShapes("MaxGrad", inputs);
        return {inputs[0], inputs[0]};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{in[2], in[2]};
        for (size_t i = 0; i < out[0].values.size(); ++i) {
            const double a = in[0].values[i], b = in[1].values[i], dy = in[2].values[i];
            out[0].values[i] = a > b ? dy : a < b ? 0 : dy / 2;
            out[1].values[i] = dy - out[0].values[i];
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 2 * elements(inputs[0]); };
    const ValueType images{{2, 17, 5, 7}};
    op.cases = {{"images", {images, images, images}, {}},
                {"equal values", {{{7, 5}}, {{7, 5}}, {{7, 5}}}, {}, {{0.5, 0.5}, {0.5, 0.5}}}};
    return op;
}

}  // namespace tl::ops
