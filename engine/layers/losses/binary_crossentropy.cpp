// Cross-entropy of every score by itself: one score for two classes, or one for each of several.
#include "engine/layers/loss_type.h"

namespace tl::losses {

LossType binary_crossentropy() {
    LossType type;
    type.id = "binary_crossentropy";
    type.title = "binary cross-entropy";
    type.help = "For yes or no, each score by itself; takes raw scores or a sigmoid.";
    type.properties = {labelSmoothing()};
    type.activation = "sigmoid";
    type.build = [](LossContext& loss) {
        loss.lookThrough("sigmoid");
        return loss.elementwise(loss.smoothedTarget(2), "binary_crossentropy");
    };
    return type;
}

}  // namespace tl::losses
