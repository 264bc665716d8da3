// From a network to its op graph, with only the nodes that lead to the Output; and fresh weights, each drawn
// by the seed and its own name, so that neither order nor neighbours matter.
#include "engine/model/build.h"

#include "engine/backend/memory.h"
#include "engine/core/error.h"
#include "engine/model/check.h"
#include "engine/model/network_builder.h"

namespace tl {
namespace {

void throwFirstError(const NetworkReport& report) {
    for (const Diagnostic& diagnostic : report.diagnostics) {
        if (diagnostic.severity != Diagnostic::Severity::Error) continue;
        throw Error(sentenceOf(diagnostic));
    }
}

// A tensor that is there stays if its shape is right. What hung on one that is replaced (optimizer slots)
// goes too.
template <typename Fill>
void provide(ModelState& state, const std::string& name, const Shape& shape, const Fill& fill) {
    const auto found = state.find(name);
    if (found != state.end() && found->second.shape() == shape && found->second.dtype() == DType::Float32) return;
    const std::string prefix = name + "/";
    for (auto it = state.lower_bound(prefix); it != state.end() && it->first.rfind(prefix, 0) == 0;)
        it = state.erase(it);
    Tensor tensor(shape, DType::Float32);
    fill(tensor.as<float>());
    state[name] = std::move(tensor);
}

}  // namespace

BuiltNetwork build(const NetworkSpec& drawn, const DataFacts& data, int64_t batch, bool training, DType dataType,
                   const std::vector<double>& views) {
    if (batch < 1) throw Error("batch", "1 or more", std::to_string(batch));
    const NetworkSpec network = drawn.withoutBypassed();
    const Links links(network);
    const Check check = checkNetwork(network, links, data);
    throwFirstError(check.report);
    NetworkBuilder builder(batch, training, check.dataShape, dataType, data.labels, views);
    for (int index : links.order) {
        if (!check.leadsToOutput[static_cast<size_t>(index)]) continue;
        const NodeSpec& node = network.nodes[static_cast<size_t>(index)];
        std::vector<ValueId> inputs;
        for (const Links::Wire& wire : links.in[static_cast<size_t>(index)])
            inputs.push_back(builder.result().outputs.at(network.nodes[static_cast<size_t>(wire.node)].id));
        builder.add(*findLayer(node.type), node.id, node.properties, std::move(inputs));
    }
    return std::move(builder.result());
}

BuiltNetwork buildLayer(const LayerType& type, const LayerCase& example, int64_t batch, bool training) {
    const std::string node = "layer";
    const PropertyReader properties(type.properties, example.properties, type.title);
    const ShapeResult shape = type.shape({node, example.inputs, properties, {}, 0, {}});
    if (!shape.diagnostics.empty()) throw Error(Message("{layer}: {fault}.", type.title, shape.diagnostics[0].message));

    NetworkBuilder builder(batch, training, type.maxInputs == 0 ? shape.output : Shape(), DType::Float32);
    std::vector<ValueId> inputs;
    for (size_t i = 0; i < example.inputs.size(); ++i)
        inputs.push_back(builder.result().graph.addInput("input_" + std::to_string(i),
                                                         example.inputs[i].withBatch(batch), DType::Float32));
    builder.add(type, node, example.properties, std::move(inputs));
    return std::move(builder.result());
}

void initialize(const BuiltNetwork& network, uint64_t seed, ModelState& state) {
    size_t missing = 0;
    for (const BuiltParameter& parameter : network.parameters)
        if (!state.count(parameter.name))
            missing += static_cast<size_t>(network.graph.value(parameter.value).shape.elements()) * sizeof(float);
    requireMemory("A copy of the network's weights", missing);
    for (const BuiltParameter& parameter : network.parameters) {
        const Shape& shape = network.graph.value(parameter.value).shape;
        provide(state, parameter.name, shape, [&](std::span<float> values) {
            Rng rng(seed, streamId(parameter.name));
            parameter.initializer(values, shape, rng);
        });
    }
    for (const BuiltState& average : network.states)
        provide(state, average.name, network.graph.value(average.value).shape, [&](std::span<float> values) {
            for (float& value : values) value = average.initialValue;
        });
}

void initialize(const NetworkSpec& network, const DataFacts& data, uint64_t seed, ModelState& state) {
    initialize(build(network, data, 1, false), seed, state);
}

}  // namespace tl
