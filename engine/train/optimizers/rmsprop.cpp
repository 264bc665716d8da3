// RMSprop (Tieleman and Hinton, 2012), by Keras's rule. Slots that a setting does not need are not there.
#include "engine/train/optimizers/support.h"

namespace tl::optimizers {

OptimizerType rmsprop() {
    OptimizerType type;
    type.id = "rmsprop";
    type.title = "RMSprop";
    type.help = "Divides every gradient by the root of its running mean square.";
    type.defaultLearningRate = 0.001;
    type.properties = {
        rho(0.9),
        floatProperty("momentum", 0, 0, 1, "How much of the last step's direction is kept; 0 is none."),
        advanced(boolProperty("centered", false,
                              "Divides by the gradient's deviation in place of its size; a little more work.")),
        epsilon(1e-7),
        eps(),
        weightDecay(),
        decoupled(),
        momentumBuffer()};
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        Attributes attributes = decaying(properties, {"rho", "momentum", "epsilon", "eps"});
        attributes.set("centered", int64_t{properties.boolean("centered")});
        attributes.set("momentum_buffer", int64_t{properties.boolean("momentum_buffer")});
        std::vector<std::string> slots{"square"};
        if (properties.boolean("centered")) slots.push_back("mean");
        if (properties.number("momentum") != 0) slots.push_back(momentumSlot(properties));
        addUpdate(graph, parameter, gradient, {"RmsPropUpdate", "rmsprop", slots, attributes});
    };
    return type;
}

}  // namespace tl::optimizers
