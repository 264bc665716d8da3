// AdamW (Loshchilov and Hutter, "Decoupled Weight Decay Regularization", ICLR 2019): Adam whose weight decay does not
// pass through the running means. The default decay is Keras's.
#include "engine/train/optimizers/support.h"

namespace tl::optimizers {

OptimizerType adamw() {
    OptimizerType type;
    type.id = "adamw";
    type.title = "AdamW";
    type.help = "Adam with a weight decay of its own, which the size of the gradient does not change.";
    type.defaultLearningRate = 0.001;
    type.properties = {beta1(0.9), beta2(0.999), epsilon(1e-7), eps(), weightDecay(0.004)};
    type.begin = [](Graph& graph, const PropertyReader&) { addCount(graph, "adamw"); };
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        Attributes attributes = numbersOf(properties, {"beta_1", "beta_2", "epsilon", "eps", "weight_decay"});
        attributes.set("decoupled_weight_decay", int64_t{1});
        addUpdate(graph, parameter, gradient, {"AdamUpdate", "adamw", {"m", "v"}, attributes, true});
    };
    return type;
}

}  // namespace tl::optimizers
