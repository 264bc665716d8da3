// exp(x) over its sum along the last axis, with the largest x taken off first.
#include <algorithm>
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {

OpType softmax() {
    OpType op;
    op.name = "Softmax";
    op.help = "Turns scores into probabilities along the last axis.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("Softmax", inputs, 1, 1);
        expectFloat("Softmax", "x", inputs[0]);
        if (inputs[0].shape.rank() < 1) throw Error("Softmax's input x", "1 dimension or more", "a scalar");
        return {inputs[0]};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        context.setInputGradient(0, context.emit("SoftmaxGrad", {context.output(0), context.outputGradient(0)})[0]);
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        const auto width = static_cast<size_t>(in[0].shape[-1]);
        auto& y = out[0].values;
        for (size_t row = 0; row < y.size(); row += width) {
            const double largest =
                *std::max_element(y.begin() + static_cast<long>(row), y.begin() + static_cast<long>(row + width));
            double sum = 0;
            for (size_t i = row; i < row + width; ++i) sum += y[i] = std::exp(y[i] - largest);
            for (size_t i = row; i < row + width; ++i) y[i] /= sum;
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 5 * elements(inputs[0]); };
    op.cases = {{"ten classes", {{{7, 10}}}, {}, {{-4, 4}}},
                {"large scores", {{{3, 37}}}, {}, {{-200, 200}}},
                {"three axes", {{{2, 3, 5}}}, {}}};
    return op;
}

}  // namespace tl::ops
