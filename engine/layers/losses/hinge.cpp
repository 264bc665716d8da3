// The hinge of support vector machines: scores should pass 1 on the right side of 0.
#include "engine/layers/loss_type.h"

namespace tl::losses {

// One score is shown as the way from -1 to 1, so that one half decides as it does for probabilities.
ValueId hingeLoss(LossContext& loss, const std::string& kind) {
    if (loss.width() == 1)
        loss.prediction = loss.context.emit("Rescale", {loss.given}, {{"scale", 0.5}, {"offset", 0.5}})[0];
    return loss.elementwise(loss.target(1, -1), kind);
}

LossType hinge() {
    LossType type;
    type.id = "hinge";
    type.title = "hinge";
    type.help = "The distance by which each score misses 1, or -1 where it is another class.";
    type.build = [](LossContext& loss) { return hingeLoss(loss, "hinge"); };
    return type;
}

}  // namespace tl::losses
