// The logarithm of the hyperbolic cosine of the differences: a smooth absolute error.
#include "engine/layers/loss_type.h"

namespace tl::losses {

LossType log_cosh() {
    LossType type;
    type.id = "log_cosh";
    type.title = Message("log-cosh");
    type.help = "Like the squared error for small differences and the absolute one for large ones.";
    type.numbers = true;
    type.build = [](LossContext& loss) { return loss.elementwise(loss.target(), "log_cosh"); };
    return type;
}

}  // namespace tl::losses
