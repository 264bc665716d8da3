// The product of two values of one shape, element by element.
#include "engine/ops/support.h"

namespace tl::ops {

OpType mul() {
    return pairwise(
        "Mul", "Multiplies two values element by element.", [](double a, double b) { return a * b; },
        [](GradientContext& context) {
            for (int i : {0, 1})
                if (context.needsGradient(i))
                    context.setInputGradient(i,
                                             context.emit("Mul", {context.outputGradient(0), context.input(1 - i)})[0]);
        });
}

}  // namespace tl::ops
