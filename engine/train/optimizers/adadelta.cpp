// Adadelta (Zeiler, "ADADELTA: An Adaptive Learning Rate Method", 2012), with Keras's settings. The rule is PyTorch's
// too; the paper's rate, and PyTorch's, is 1.
#include "engine/train/optimizers/support.h"

namespace tl::optimizers {

OptimizerType adadelta() {
    OptimizerType type;
    type.id = "adadelta";
    type.title = "Adadelta";
    type.help = "Chooses its own step sizes from those of its last steps; at a rate of 1, by them alone.";
    type.defaultLearningRate = 0.001;
    type.properties = {rho(0.95), epsilon(1e-7), weightDecay(), decoupled()};
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        addUpdate(graph, parameter, gradient,
                  {"AdadeltaUpdate", "adadelta", {"square", "step"}, decaying(properties, {"rho", "epsilon"})});
    };
    return type;
}

}  // namespace tl::optimizers
