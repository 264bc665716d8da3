// Adadelta (Zeiler, "ADADELTA: An Adaptive Learning Rate Method", 2012), with the paper's settings and its rate of 1.
// Keras and PyTorch have the same rule.
#include "engine/train/optimizers/support.h"

namespace tl::optimizers {

OptimizerType adadelta() {
    OptimizerType type;
    type.id = "adadelta";
    type.title = "Adadelta";
    type.help = "Chooses its own step sizes from those of its last steps; the rate stays 1.";
    type.defaultLearningRate = 1.0;
    type.properties = {rho(0.95), epsilon(1e-6), weightDecay(), decoupled()};
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        addUpdate(graph, parameter, gradient,
                  {"AdadeltaUpdate", "adadelta", {"square", "step"}, decaying(properties, {"rho", "epsilon"})});
    };
    return type;
}

}  // namespace tl::optimizers
