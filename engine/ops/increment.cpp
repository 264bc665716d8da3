// Counts up by one; optimizers keep their step count with it. Exact in float32 up to 2^24 steps, where it stands still:
// whoever only asks for multiples lets it fall back by `back` from the number `most` on.
#include "engine/ops/support.h"

namespace tl::ops {

OpType increment() {
    OpType op;
    op.name = "Increment";
    op.help = "Adds one to a counter.";
    op.updates = {0};
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("Increment", inputs, 1, 1);
        expectShape("Increment", "count", inputs[0], {});
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const auto back = static_cast<double>(attributes.integer("back", 0));
        const auto most = static_cast<double>(attributes.integer("most", 0));
        std::vector<ReferenceTensor> out{in[0]};
        out[0].values[0] += back > 0 && in[0].values[0] >= most ? 1 - back : 1;
        return out;
    };
    op.flops = [](Types, const Attributes&) { return 1.0; };
    const Attributes falls{{"most", int64_t{42}}, {"back", int64_t{7}}};
    op.cases = {{"count", {{{}}}, {}, {{41, 41}}},
                {"not back yet", {{{}}}, falls, {{41, 41}}},
                {"back", {{{}}}, falls, {{42, 42}}}};
    return op;
}

}  // namespace tl::ops
