// Focal cross-entropy over classes (Lin et al., ICCV 2017): a sample that is right already counts less.
#include "engine/layers/loss_type.h"

namespace tl::losses {

LossType categorical_focal_crossentropy() {
    LossType type;
    type.id = "categorical_focal_crossentropy";
    type.title = "focal cross-entropy";
    type.help = "Cross-entropy that looks at hard samples more; takes raw scores or a softmax.";
    type.properties = {labelSmoothing(), focusing(), focalAlpha()};
    type.oneScore = false;
    type.activation = "softmax";
    type.build = [](LossContext& loss) {
        loss.lookThrough("softmax");
        return loss.weighted("CrossEntropy", {loss.scores, loss.smoothedTarget(loss.width())},
                             {{"gamma", loss.number("gamma")}, {"alpha", loss.number("alpha")}});
    };
    return type;
}

}  // namespace tl::losses
