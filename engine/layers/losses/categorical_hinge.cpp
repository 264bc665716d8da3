// The right class's score should pass the best wrong one by 1.
#include "engine/layers/loss_type.h"

namespace tl::losses {

LossType categorical_hinge() {
    LossType type;
    type.id = "categorical_hinge";
    type.title = "categorical hinge";
    type.help = "How much the right class's score lacks to be 1 above the best of the others.";
    type.oneScore = false;
    type.build = [](LossContext& loss) { return loss.weighted("CategoricalHinge", {loss.scores, loss.target()}); };
    return type;
}

}  // namespace tl::losses
