// The smaller of two values, element by element. Its gradient is that of Max with the two the other way round.
#include "engine/ops/support.h"

namespace tl::ops {

OpType min() {
    return pairwise(
        "Min", "Takes the smaller of two values, element by element.", [](double a, double b) { return a < b ? a : b; },
        [](GradientContext& context) {
            const auto gradients =
                context.emit("MaxGrad", {context.input(1), context.input(0), context.outputGradient(0)});
            for (int i : {0, 1})
                if (context.needsGradient(i)) context.setInputGradient(i, gradients[static_cast<size_t>(i)]);
        });
}

}  // namespace tl::ops
