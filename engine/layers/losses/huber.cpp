// Huber's loss: squared up to delta, straight beyond it.
#include "engine/layers/loss_type.h"
#include "engine/layers/support.h"

namespace tl::losses {

LossType huber() {
    LossType type;
    type.id = "huber";
    type.title = Message("Huber");
    type.help = "The squared error up to delta, and the absolute one beyond it.";
    type.properties = {floatProperty("delta", 1, 1e-6, 1e6, "Where the square ends.")};
    type.numbers = true;
    type.build = [](LossContext& loss) {
        return loss.elementwise(loss.target(), "huber", {{"delta", loss.number("delta")}});
    };
    return type;
}

}  // namespace tl::losses
