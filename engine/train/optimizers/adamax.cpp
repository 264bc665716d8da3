// Adamax (Kingma and Ba, ICLR 2015, section 7.1), by Keras's rule.
#include "engine/train/optimizers/support.h"

namespace tl::optimizers {

OptimizerType adamax() {
    OptimizerType type;
    type.id = "adamax";
    type.title = "Adamax";
    type.help = "Adam that divides by the largest recent gradient: steady where gradients come seldom.";
    type.defaultLearningRate = 0.001;
    type.properties = {beta1(0.9),    beta2(0.999, "Memory of the largest gradient, a step."),
                       epsilon(1e-7), eps(),
                       weightDecay(), decoupled()};
    type.begin = [](Graph& graph, const PropertyReader&) { addCount(graph, "adamax"); };
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        addUpdate(
            graph, parameter, gradient,
            {"AdamaxUpdate", "adamax", {"m", "u"}, decaying(properties, {"beta_1", "beta_2", "epsilon", "eps"}), true});
    };
    return type;
}

}  // namespace tl::optimizers
