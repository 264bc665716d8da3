// Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015), by Keras's rule.
#include "engine/train/optimizers/support.h"

namespace tl::optimizers {

OptimizerType adam() {
    OptimizerType type;
    type.id = "adam";
    type.title = "Adam";
    type.help = "Gives every weight a rate of its own, from running means of its gradient and its square.";
    type.defaultLearningRate = 0.001;
    type.properties = {beta1(0.9), beta2(0.999), epsilon(1e-7), eps(), weightDecay(), decoupled()};
    type.begin = [](Graph& graph, const PropertyReader&) { addCount(graph, "adam"); };
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        addUpdate(
            graph, parameter, gradient,
            {"AdamUpdate", "adam", {"m", "v"}, decaying(properties, {"beta_1", "beta_2", "epsilon", "eps"}), true});
    };
    return type;
}

}  // namespace tl::optimizers
