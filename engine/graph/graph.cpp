// Building a graph: every value gets a stable name, every node its outputs from its op's shape rule.
#include "engine/graph/graph.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/ops/op.h"

namespace tl {
namespace {

ValueId append(Graph& graph, Value value) {
    graph.values.push_back(std::move(value));
    return static_cast<ValueId>(graph.values.size()) - 1;
}

std::string titleOf(const std::string& name, const std::string& op) {
    return name.empty() ? op : name + " (" + op + ")";
}

}  // namespace

ValueId Graph::addInput(const std::string& name, Shape shape, DType type) {
    return append(*this, {name, std::move(shape), type, ValueKind::Input});
}

ValueId Graph::addParameter(const std::string& name, Shape shape) {
    return append(*this, {name, std::move(shape), DType::Float32, ValueKind::Parameter});
}

ValueId Graph::addState(const std::string& name, Shape shape) {
    return append(*this, {name, std::move(shape), DType::Float32, ValueKind::State});
}

ValueId Graph::addConstant(double number, Shape shape) {
    return append(*this, {"constant", std::move(shape), DType::Float32, ValueKind::Constant, -1, number});
}

std::vector<ValueId> Graph::addNode(const std::string& op, const std::string& name, std::vector<ValueId> inputs,
                                    Attributes attributes, const std::string& layer, Phase phase) {
    const OpType& type = findOp(op);
    while (!inputs.empty() && inputs.back() == kNoValue) inputs.pop_back();
    std::vector<ValueType> types;
    for (ValueId id : inputs) {
        if (id < 0 || id >= static_cast<ValueId>(values.size()))
            throw Error(titleOf(name, op), "inputs that are values of the graph", std::to_string(id));
        types.push_back({value(id).shape, value(id).dtype});
    }
    std::vector<ValueType> results;
    try {
        results = type.infer(types, attributes);
    } catch (const Error& error) {
        throw Error(Message("{thing}: {sentence}", titleOf(name, op), error.message()));
    }
    const std::vector<int> updates = updatesOf(type, attributes, results.size());
    std::vector<ValueId> outputs;
    const int producer = static_cast<int>(nodes.size());
    for (size_t i = 0; i < results.size(); ++i) {
        std::string valueName = name + (i == 0 ? "/output" : "/output_" + std::to_string(i));
        if (i < updates.size()) {
            const Value& target = value(inputs[static_cast<size_t>(updates[i])]);
            if (rootOf(inputs[static_cast<size_t>(updates[i])]) == kNoValue)
                throw Error(titleOf(name, op), "a parameter or state to update", target.name);
            valueName = target.name;
        }
        outputs.push_back(append(*this, {std::move(valueName), std::move(results[i].shape), results[i].dtype,
                                         ValueKind::Computed, producer}));
    }
    nodes.push_back({op, name, layer, std::move(attributes), std::move(inputs), outputs, phase});
    return outputs;
}

ValueId Graph::find(const std::string& valueName) const {
    for (size_t i = 0; i < values.size(); ++i)
        if (values[i].name == valueName) return static_cast<ValueId>(i);
    return kNoValue;
}

ValueId Graph::findInput(const std::string& name) const {
    for (size_t i = 0; i < values.size(); ++i)
        if (values[i].kind == ValueKind::Input && values[i].name == name) return static_cast<ValueId>(i);
    return kNoValue;
}

ValueId Graph::rootOf(ValueId id) const {
    while (value(id).kind == ValueKind::Computed) {
        const Node& node = nodes[static_cast<size_t>(value(id).producer)];
        const auto output = static_cast<size_t>(std::ranges::find(node.outputs, id) - node.outputs.begin());
        const int input = updatedInput(findOp(node.op), node.attributes, node.outputs.size(), output);
        if (input < 0) return kNoValue;
        id = node.inputs[static_cast<size_t>(input)];
    }
    const ValueKind kind = value(id).kind;
    return kind == ValueKind::Parameter || kind == ValueKind::State ? id : kNoValue;
}

}  // namespace tl
