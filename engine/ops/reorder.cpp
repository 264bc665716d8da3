// The same values in another memory layout; a plain copy as far as values go. Only the compiler puts it in, after the
// gradient, so it has none.
#include "engine/ops/support.h"

namespace tl::ops {

OpType reorder() {
    OpType op;
    op.name = "Reorder";
    op.help = "Copies a value into another memory layout.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("Reorder", inputs, 1, 1);
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        return std::vector<ReferenceTensor>{in[0]};
    };
    op.flops = [](Types, const Attributes&) { return 0.0; };
    op.cases = {{"images", {{{2, 19, 5, 7}}}, {}}};
    return op;
}

}  // namespace tl::ops
