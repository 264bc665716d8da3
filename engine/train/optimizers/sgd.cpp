// Stochastic gradient descent with momentum, Nesterov momentum and weight decay, by Keras's rule. PyTorch's is that of
// momentum_buffer without decoupled_weight_decay.
#include "engine/train/optimizers/support.h"

namespace tl::optimizers {

OptimizerType sgd() {
    OptimizerType type;
    type.id = "sgd";
    type.title = "SGD";
    type.help = "Stochastic gradient descent, with momentum where it is set.";
    type.defaultLearningRate = 0.01;
    type.properties = {
        floatProperty("momentum", 0, 0, 1,
                      "How much of the last step's direction is kept; 0.9 is usual, 0 is plain descent."),
        advanced(boolProperty("nesterov", false,
                              "Looks one momentum step ahead before it corrects; needs momentum above 0.")),
        weightDecay(), decoupled(), momentumBuffer()};
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        const bool moves = properties.number("momentum") != 0;
        Attributes attributes = decaying(properties, {"momentum"});
        attributes.set("nesterov", int64_t{properties.boolean("nesterov") && moves});
        attributes.set("momentum_buffer", int64_t{properties.boolean("momentum_buffer")});
        std::vector<std::string> slots;
        if (moves) slots.push_back(momentumSlot(properties));
        addUpdate(graph, parameter, gradient, {"SgdUpdate", "sgd", slots, attributes});
    };
    return type;
}

}  // namespace tl::optimizers
