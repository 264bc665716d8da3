// The Poisson loss, for counts: y - t log y.
#include "engine/layers/loss_type.h"

namespace tl::losses {

LossType poisson() {
    LossType type;
    type.id = "poisson";
    type.title = Message("Poisson");
    type.help = "For counts: the likelihood of the target where the prediction is the mean.";
    type.numbers = true;
    type.positive = true;
    type.build = [](LossContext& loss) { return loss.elementwise(loss.target(), "poisson"); };
    return type;
}

}  // namespace tl::losses
