// The difference of two values of one shape.
#include "engine/ops/support.h"

namespace tl::ops {

OpType sub() {
    return pairwise(
        "Sub", "Takes the second value from the first.", [](double a, double b) { return a - b; },
        [](GradientContext& context) {
            const int dy = context.outputGradient(0);
            if (context.needsGradient(0)) context.setInputGradient(0, dy);
            if (context.needsGradient(1))
                context.setInputGradient(1, context.emit("Rescale", {dy}, {{"scale", -1.0}, {"offset", 0.0}})[0]);
        });
}

}  // namespace tl::ops
