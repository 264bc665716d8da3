// Nadam (Dozat, "Incorporating Nesterov Momentum into Adam", 2016). PyTorch has the same rule with a momentum_decay of
// 0.004, where Keras's is 1.
#include "engine/train/optimizers/support.h"

namespace tl::optimizers {

OptimizerType nadam() {
    OptimizerType type;
    type.id = "nadam";
    type.title = "Nadam";
    type.help = "Adam with Nesterov momentum: looks one step ahead.";
    type.defaultLearningRate = 0.001;
    type.properties = {beta1(0.9),
                       beta2(0.999),
                       epsilon(1e-7),
                       weightDecay(),
                       decoupled(),
                       advanced(floatProperty("momentum_decay", 1, 0, 1e6,
                                              "How fast momentum warms up to beta_1; 0.004 is what PyTorch has."))};
    type.begin = [](Graph& graph, const PropertyReader&) { addCount(graph, "nadam"); };
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        addUpdate(graph, parameter, gradient,
                  {"NadamUpdate",
                   "nadam",
                   {"m", "v"},
                   decaying(properties, {"beta_1", "beta_2", "epsilon", "momentum_decay"}),
                   true});
    };
    return type;
}

}  // namespace tl::optimizers
