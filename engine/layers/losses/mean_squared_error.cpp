// The mean square of the differences.
#include "engine/layers/loss_type.h"

namespace tl::losses {

LossType mean_squared_error() {
    LossType type;
    type.id = "mean_squared_error";
    type.title = "mean squared error";
    type.help = "The mean square of what the predictions are off by.";
    type.numbers = true;
    type.build = [](LossContext& loss) { return loss.elementwise(loss.target(), "mean_squared_error"); };
    return type;
}

}  // namespace tl::losses
