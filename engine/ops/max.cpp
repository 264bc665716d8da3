// The larger of two values, element by element.
#include "engine/ops/support.h"

namespace tl::ops {

OpType max() {
    return pairwise(
        "Max", "Takes the larger of two values, element by element.", [](double a, double b) { return a > b ? a : b; },
        [](GradientContext& context) {
            const auto gradients =
                context.emit("MaxGrad", {context.input(0), context.input(1), context.outputGradient(0)});
            for (int i : {0, 1})
                if (context.needsGradient(i)) context.setInputGradient(i, gradients[static_cast<size_t>(i)]);
        });
}

}  // namespace tl::ops
