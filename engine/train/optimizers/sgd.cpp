// Stochastic gradient descent with momentum, Nesterov momentum and weight decay, by PyTorch's rule: decay joins the
// gradient before momentum does, and the velocity is not damped.
#include "engine/train/optimizer.h"

namespace tl::optimizers {

OptimizerType sgd() {
    OptimizerType type;
    type.id = "sgd";
    type.title = "SGD";
    type.help = "Stochastic gradient descent, with momentum where it is set.";
    type.defaultLearningRate = 0.01;
    Property momentum;
    momentum.key = momentum.label = "momentum";
    momentum.kind = PropertyKind::Float;
    momentum.defaultValue = 0.0;
    momentum.minimum = 0;
    momentum.maximum = 1;
    momentum.help = "How much of the last step's direction is kept; 0.9 is usual, 0 is plain descent.";
    Property nesterov;
    nesterov.key = nesterov.label = "nesterov";
    nesterov.kind = PropertyKind::Bool;
    nesterov.defaultValue = false;
    nesterov.help = "Looks one momentum step ahead before it corrects; needs momentum above 0.";
    nesterov.advanced = true;
    Property decay;
    decay.key = decay.label = "weight_decay";
    decay.kind = PropertyKind::Float;
    decay.defaultValue = 0.0;
    decay.minimum = 0;
    decay.maximum = 1;
    decay.help = "Pulls every weight towards 0: this much of it is added to its gradient.";
    type.properties = {momentum, nesterov, decay};
    type.update = [](Graph& graph, ValueId parameter, ValueId gradient, const PropertyReader& properties) {
        const std::string name = graph.value(parameter).name;
        const double momentum = properties.number("momentum");
        std::vector<ValueId> inputs{parameter, gradient};
        if (momentum != 0) inputs.push_back(graph.addState(name + "/momentum", graph.value(parameter).shape));
        const auto outputs = graph.addNode("SgdUpdate", name + "/update", inputs,
                                           {{"momentum", momentum},
                                            {"nesterov", int64_t{properties.boolean("nesterov") && momentum != 0}},
                                            {"weight_decay", properties.number("weight_decay")}},
                                           {}, Phase::Update);
        graph.value(outputs[0]).name = name;
        if (momentum != 0) graph.value(outputs[1]).name = name + "/momentum";
    };
    return type;
}

}  // namespace tl::optimizers
