// How far the predicted distribution is from the target's (Kullback and Leibler, 1951).
#include "engine/layers/loss_type.h"

namespace tl::losses {

LossType kl_divergence() {
    LossType type;
    type.id = "kl_divergence";
    type.title = "KL divergence";
    type.help = "How far the predicted probabilities are from the target's; takes probabilities.";
    type.positive = true;
    type.build = [](LossContext& loss) { return loss.elementwise(loss.target(), "kl_divergence"); };
    return type;
}

}  // namespace tl::losses
