// The quotient of two values of one shape, element by element.
#include "engine/ops/support.h"

namespace tl::ops {

OpType div() {
    OpType op = pairwise(
        "Div", "Divides two values element by element.", [](double a, double b) { return a / b; },
        [](GradientContext& context) {
            if (!context.needsGradient(0) && !context.needsGradient(1)) return;
            const int share = context.emit("Div", {context.outputGradient(0), context.input(1)})[0];
            if (context.needsGradient(0)) context.setInputGradient(0, share);
            if (!context.needsGradient(1)) return;
            const int product = context.emit("Mul", {share, context.output(0)})[0];
            context.setInputGradient(1, context.emit("Rescale", {product}, {{"scale", -1.0}, {"offset", 0.0}})[0]);
        });
    for (OpCase& example : op.cases) example.ranges = {{-1, 1}, {0.5, 2}};
    return op;
}

}  // namespace tl::ops
