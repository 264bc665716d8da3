// The mean of (y - target)^2 over all elements. The gradient of the target is that of y with the two exchanged.
#include "engine/ops/support.h"

namespace tl::ops {

OpType mean_squared_error() {
    OpType op;
    op.name = "MeanSquaredError";
    op.help = "The mean squared difference of two values.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("MeanSquaredError", inputs, 2, 2);
        expectSameShapes("MeanSquaredError", inputs);
        return {{{}, DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        for (int i = 0; i < 2; ++i)
            if (context.needsGradient(i))
                context.setInputGradient(
                    i, context.emit("MeanSquaredErrorGrad",
                                    {context.input(i), context.input(1 - i), context.outputGradient(0)})[0]);
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{zeros({})};
        for (size_t i = 0; i < in[0].values.size(); ++i) {
            const double difference = in[0].values[i] - in[1].values[i];
            out[0].values[0] += difference * difference / static_cast<double>(in[0].values.size());
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 3 * elements(inputs[0]); };
    op.cases = {{"matrix", {{{7, 13}}, {{7, 13}}}, {}}, {"images", {{{2, 3, 5, 5}}, {{2, 3, 5, 5}}}, {}}};
    return op;
}

}  // namespace tl::ops
