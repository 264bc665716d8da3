// Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015). All parameters share one step count,
// which lives in the model's state as the moments do, so that a resumed run corrects its bias as if never stopped.
#include "engine/core/error.h"
#include "engine/train/optimizer.h"

namespace tl::optimizers {
namespace {

const std::string kCount = "optimizer/adam_count";

Property number(std::string key, double value, double minimum, double maximum, std::string help, bool advanced) {
    Property property;
    property.key = key;
    property.label = std::move(key);
    property.kind = PropertyKind::Float;
    property.defaultValue = value;
    property.minimum = minimum;
    property.maximum = maximum;
    property.help = std::move(help);
    property.advanced = advanced;
    return property;
}

// The count that Increment made: reading it, rather than the state, orders the updates after it.
ValueId incrementedCount(const Graph& graph) {
    for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node)
        if (node->op == "Increment" && graph.value(node->outputs[0]).name == kCount) return node->outputs[0];
    throw Error("Adam's update was added before its step count.");
}

} // namespace

OptimizerType adam() {
    OptimizerType type;
    type.id = "adam";
    type.title = "Adam";
    type.help = "Gives every weight a rate of its own, from running means of its gradient and its square.";
    type.defaultLearningRate = 0.001;
    type.properties = {
        number("beta_1", 0.9, 0, 0.999999, "Memory of the mean gradient, a step.", true),
        number("beta_2", 0.999, 0, 0.99999999, "Memory of the mean squared gradient, a step.", true),
        number("epsilon", 1e-7, 0, 1, "Added below the fraction bar, so that a tiny gradient makes no huge step.", true),
        number("weight_decay", 0.0, 0, 1, "Pulls every weight towards 0: this much of it is added to its gradient.",
               false),
    };
    type.begin = [](Graph& graph, const PropertyReader&) {
        const ValueId count = graph.addState(kCount, {});
        const auto outputs = graph.addNode("Increment", kCount, {count}, {}, {}, Phase::Update);
        graph.value(outputs[0]).name = kCount;
    };
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        const std::string name = graph.value(parameter).name;
        const Shape shape = graph.value(parameter).shape;
        const ValueId m = graph.addState(name + "/adam_m", shape);
        const ValueId v = graph.addState(name + "/adam_v", shape);
        const auto outputs = graph.addNode("AdamUpdate", name + "/update",
                                           {parameter, gradient, m, v, incrementedCount(graph)},
                                           {{"beta_1", properties.number("beta_1")},
                                            {"beta_2", properties.number("beta_2")},
                                            {"epsilon", properties.number("epsilon")},
                                            {"weight_decay", properties.number("weight_decay")}},
                                           {}, Phase::Update);
        graph.value(outputs[0]).name = name;
        graph.value(outputs[1]).name = name + "/adam_m";
        graph.value(outputs[2]).name = name + "/adam_v";
    };
    return type;
}

} // namespace tl::optimizers
