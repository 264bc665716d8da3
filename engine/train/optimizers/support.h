// What the optimizers share: the properties that most have, and the nodes and slots of an update. Slots are named
// "<parameter>/<optimizer>_<slot>", so that a state written by another optimizer is never taken for one's own.
#pragma once

#include "engine/core/error.h"
#include "engine/core/property_builders.h"
#include "engine/train/optimizer.h"

namespace tl::optimizers {

inline Property beta1(double value, const Message& help = "Memory of the mean gradient, a step.") {
    return advanced(floatProperty("beta_1", value, 0, 0.999999, help));
}
inline Property beta2(double value, const Message& help = "Memory of the mean squared gradient, a step.") {
    return advanced(floatProperty("beta_2", value, 0, 0.99999999, help));
}
inline Property rho(double value) {
    return advanced(floatProperty("rho", value, 0, 0.99999999, "Memory of the mean squared gradient, a step."));
}
inline Property epsilon(double value) {
    return advanced(floatProperty("epsilon", value, 1e-30, 1,
                                  "Keeps the divisor from 0, so that a tiny gradient makes no huge step."));
}
// What PyTorch does otherwise than Keras has PyTorch's name: eps, decoupled_weight_decay, momentum_buffer.
inline Property eps() {
    return advanced(floatProperty(
        "eps", 0, 0, 1, "PyTorch's epsilon, in the place that PyTorch gives it; 0: Keras's, in Keras's place."));
}
inline Property weightDecay(double value = 0) {
    return floatProperty(
        "weight_decay", value, 0, 1,
        "Pulls every weight towards 0: the rate times this much of it is taken away, whatever its gradient.");
}
// Beside weightDecay(), where PyTorch's rule can be had too.
inline Property decoupled() {
    return advanced(boolProperty("decoupled_weight_decay", true,
                                 "Off: the decay is added to the gradient instead, as PyTorch does where it is not "
                                 "asked otherwise, and passes through the running means."));
}
inline Property momentumBuffer() {
    return advanced(boolProperty("momentum_buffer", false,
                                 "Gathers gradients and not steps, as PyTorch does: a new rate then counts at once "
                                 "for all that was gathered before."));
}

// Two slots, since what is in the one means nothing to the other.
inline std::string momentumSlot(const PropertyReader& properties) {
    return properties.boolean("momentum_buffer") ? "momentum_buffer" : "momentum";
}

// The properties of these keys as attributes of the same names.
inline Attributes numbersOf(const PropertyReader& properties, std::initializer_list<const char*> keys) {
    Attributes attributes;
    for (const char* key : keys) attributes.set(key, properties.number(key));
    return attributes;
}

// The same with weightDecay() and decoupled().
inline Attributes decaying(const PropertyReader& properties, std::initializer_list<const char*> keys) {
    Attributes attributes = numbersOf(properties, keys);
    attributes.set("weight_decay", properties.number("weight_decay"));
    attributes.set("decoupled_weight_decay", int64_t{properties.boolean("decoupled_weight_decay")});
    return attributes;
}

inline std::string countName(const std::string& optimizer) { return "optimizer/" + optimizer + "_count"; }

// The step count that all parameters share; it lives in the model's state, so that a resumed run corrects its bias as
// if it had never stopped.
inline void addCount(Graph& graph, const std::string& optimizer, const Attributes& attributes = {}) {
    const std::string name = countName(optimizer);
    const ValueId count = graph.addState(name, {});
    graph.value(graph.addNode("Increment", name, {count}, attributes, {}, Phase::Update)[0]).name = name;
}

// The incremented count: reading it, rather than the state, orders the updates after it.
inline ValueId countOf(const Graph& graph, const std::string& optimizer) {
    for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node)
        if (node->op == "Increment" && graph.value(node->outputs[0]).name == countName(optimizer))
            return node->outputs[0];
    throw Error(Message("The update of {optimizer} was added before its step count.", optimizer));
}

struct Update {
    std::string op, optimizer;       // "AdamUpdate", "adam"
    std::vector<std::string> slots;  // "m", "v": of the parameter's shape
    Attributes attributes;
    bool counted = false;  // addCount came first
};

inline void addUpdate(Graph& graph, ValueId parameter, ValueId gradient, const Update& update) {
    const std::string name = graph.value(parameter).name;
    const Shape shape = graph.value(parameter).shape;
    std::vector<std::string> names{name};
    std::vector<ValueId> inputs{parameter, gradient};
    for (const std::string& slot : update.slots) {
        names.push_back(name + "/" + update.optimizer + "_" + slot);
        inputs.push_back(graph.addState(names.back(), shape));
    }
    if (update.counted) inputs.push_back(countOf(graph, update.optimizer));
    const auto outputs = graph.addNode(update.op, name + "/update", inputs, update.attributes, {}, Phase::Update);
    for (size_t i = 0; i < names.size(); ++i) graph.value(outputs[i]).name = names[i];
}

}  // namespace tl::optimizers
