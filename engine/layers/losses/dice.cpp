// Dice: how little the predictions and the targets of the whole batch overlap (Milletari et al., 3DV 2016).
#include "engine/layers/loss_type.h"

namespace tl::losses {

LossType dice() {
    LossType type;
    type.id = "dice";
    type.title = "dice";
    type.help = "One less twice the overlap of predictions and targets over their sizes; takes probabilities.";
    type.weighted = false;  // it is of the whole batch
    type.build = [](LossContext& loss) { return loss.context.emit("Dice", {loss.given, loss.target()})[0]; };
    return type;
}

}  // namespace tl::losses
