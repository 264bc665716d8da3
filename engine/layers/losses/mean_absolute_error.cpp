// The mean size of the differences.
#include "engine/layers/loss_type.h"

namespace tl::losses {

LossType mean_absolute_error() {
    LossType type;
    type.id = "mean_absolute_error";
    type.title = "mean absolute error";
    type.help = "The mean size of what the predictions are off by; bears outliers.";
    type.numbers = true;
    type.build = [](LossContext& loss) { return loss.elementwise(loss.target(), "mean_absolute_error"); };
    return type;
}

}  // namespace tl::losses
