// The square of the hinge, smooth where it begins.
#include "engine/layers/loss_type.h"

namespace tl::losses {

ValueId hingeLoss(LossContext& loss, const std::string& kind);

LossType squared_hinge() {
    LossType type;
    type.id = "squared_hinge";
    type.title = "squared hinge";
    type.help = "The square of the distance by which each score misses 1, or -1 where it is another class.";
    type.build = [](LossContext& loss) { return hingeLoss(loss, "squared_hinge"); };
    return type;
}

}  // namespace tl::losses
