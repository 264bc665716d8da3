// Adagrad (Duchi, Hazan and Singer, 2011), by Keras's rule. The slot holds the sum without its initial value.
#include "engine/train/optimizers/support.h"

namespace tl::optimizers {

OptimizerType adagrad() {
    OptimizerType type;
    type.id = "adagrad";
    type.title = "Adagrad";
    type.help = "Gives every weight a rate that only falls, by all of its gradients so far: good for rare features.";
    type.defaultLearningRate = 0.001;
    type.properties = {
        advanced(floatProperty("initial_accumulator_value", 0.1, 0, 1e6,
                               "What the sum of squares starts at: a larger one makes the first steps smaller.")),
        epsilon(1e-7), eps(), weightDecay(), decoupled()};
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        addUpdate(graph, parameter, gradient,
                  {"AdagradUpdate",
                   "adagrad",
                   {"sum"},
                   decaying(properties, {"initial_accumulator_value", "epsilon", "eps"})});
    };
    return type;
}

}  // namespace tl::optimizers
