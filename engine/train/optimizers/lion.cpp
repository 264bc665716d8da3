// Lion (Chen et al., "Symbolic Discovery of Optimization Algorithms", 2023), with Keras's rate. The paper advises a
// third to a tenth of Adam's: every weight moves by the whole rate at each step.
#include "engine/train/optimizers/support.h"

namespace tl::optimizers {

OptimizerType lion() {
    OptimizerType type;
    type.id = "lion";
    type.title = "Lion";
    type.help = "Moves every weight by the same amount, along the sign of a running mean; half of Adam's memory.";
    type.defaultLearningRate = 0.001;
    type.properties = {beta1(0.9, "How much of the mean gradient stands in the step."),
                       beta2(0.99, "Memory of the mean gradient, a step."), weightDecay()};
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        Attributes attributes = numbersOf(properties, {"beta_1", "beta_2", "weight_decay"});
        attributes.set("decoupled_weight_decay", int64_t{1});
        addUpdate(graph, parameter, gradient, {"LionUpdate", "lion", {"m"}, attributes});
    };
    return type;
}

}  // namespace tl::optimizers
