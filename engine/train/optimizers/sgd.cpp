// Stochastic gradient descent with momentum, Nesterov momentum and weight decay, by PyTorch's rule: decay joins the
// gradient before momentum does, and the velocity is not damped.
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
        weightDecay(), decoupled()};
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        const std::string name = graph.value(parameter).name;
        const double momentum = properties.number("momentum");
        std::vector<ValueId> inputs{parameter, gradient};
        if (momentum != 0) inputs.push_back(graph.addState(name + "/momentum", graph.value(parameter).shape));
        Attributes attributes = decaying(properties, {"momentum"});
        attributes.set("nesterov", int64_t{properties.boolean("nesterov") && momentum != 0});
        const auto outputs = graph.addNode("SgdUpdate", name + "/update", inputs, attributes, {}, Phase::Update);
        graph.value(outputs[0]).name = name;
        if (momentum != 0) graph.value(outputs[1]).name = name + "/momentum";
    };
    return type;
}

}  // namespace tl::optimizers
