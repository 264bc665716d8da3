// The sum of any number of values of one shape. Each gets dy as its gradient, with no work.
#include "engine/ops/support.h"

namespace tl::ops {

OpType add() {
    OpType op;
    op.name = "Add";
    op.help = "Adds values of one shape.";
    op.precision = Precision::Follow;
    op.chains = true;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Add", inputs, 1, 100000);
        expectSameShapes("Add", inputs);
        const std::string kind = attributes.text("activation", "linear");
        if (kind != "linear" && kind != "relu") throw Error("Add's activation", "linear or relu", kind);
        return {inputs[0]};
    };
    op.gradient = [](GradientContext& context) {
        expectNoActivation("Add", context.attributes());
        for (int i = 0; context.input(i) >= 0; ++i)
            if (context.needsGradient(i)) context.setInputGradient(i, context.outputGradient(0));
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        for (const ReferenceTensor& x : in.subspan(1))
            for (size_t i = 0; i < x.values.size(); ++i) out[0].values[i] += x.values[i];
        applyActivation(out[0], attributes);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) {
        return static_cast<double>(inputs.size() - 1) * elements(inputs[0]);
    };
    const ValueType images{{2, 17, 5, 7}};
    op.cases = {{"two", {images, images}, {}},
                {"three", {images, images, images}, {}},
                {"two and relu", {images, images}, {{"activation", "relu"}}},
                {"matrix", {{{3, 13}}, {{3, 13}}}, {}}};
    return op;
}

}  // namespace tl::ops
