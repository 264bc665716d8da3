// Focal cross-entropy of every score by itself (Lin et al., ICCV 2017).
#include "engine/layers/loss_type.h"
#include "engine/layers/support.h"

namespace tl::losses {

LossType binary_focal_crossentropy() {
    LossType type;
    type.id = "binary_focal_crossentropy";
    type.title = "binary focal cross-entropy";
    type.help = "Binary cross-entropy that looks at hard samples more; takes raw scores or a sigmoid.";
    type.properties = {labelSmoothing(), focusing(),
                       boolProperty("apply_class_balancing", false, "Weighs yes with alpha and no with the rest of 1."),
                       focalAlpha()};
    type.activation = "sigmoid";
    type.build = [](LossContext& loss) {
        loss.lookThrough("sigmoid");
        Attributes attributes = {{"gamma", loss.number("gamma")}};
        if (loss.context.properties().boolean("apply_class_balancing")) attributes.set("alpha", loss.number("alpha"));
        return loss.elementwise(loss.smoothedTarget(2), "binary_focal_crossentropy", attributes);
    };
    return type;
}

}  // namespace tl::losses
