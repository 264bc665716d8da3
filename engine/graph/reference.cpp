// The float64 interpreter of graphs. Nodes run in the order of their phases, as they do in a plan.
#include "engine/graph/reference.h"

#include "engine/core/error.h"

namespace tl {
namespace {

ReferenceTensor sourceOf(const Value& value, const ReferenceFeeds& feeds) {
    if (value.kind == ValueKind::Constant)
        return {value.shape, std::vector<double>(static_cast<size_t>(value.shape.elements()), value.constant)};
    const auto found = feeds.find(value.name);
    if (found == feeds.end()) throw Error("value " + value.name, "a feed", "none");
    if (found->second.shape != value.shape)
        throw Error("feed of " + value.name, value.shape.toString(), found->second.shape.toString());
    return found->second;
}

} // namespace

std::vector<ReferenceTensor> evaluateReference(const Graph& graph, const ReferenceFeeds& feeds,
                                               const StepContext& context) {
    std::vector<ReferenceTensor> contents(graph.values.size());
    for (size_t i = 0; i < graph.values.size(); ++i)
        if (graph.values[i].kind != ValueKind::Computed) contents[i] = sourceOf(graph.values[i], feeds);
    for (Phase phase : {Phase::Forward, Phase::Backward, Phase::Update})
        for (const Node& node : graph.nodes) {
            if (node.phase != phase) continue;
            const OpType& op = findOp(node.op);
            std::vector<ReferenceTensor> inputs;
            for (ValueId id : node.inputs) inputs.push_back(contents[static_cast<size_t>(id)]);
            const auto outputs = op.reference(inputs, node.attributes, context);
            for (size_t i = 0; i < outputs.size(); ++i) {
                contents[static_cast<size_t>(node.outputs[i])] = outputs[i];
                if (i >= op.updates.size()) continue;
                contents[static_cast<size_t>(node.inputs[static_cast<size_t>(op.updates[i])])] = outputs[i];
                contents[static_cast<size_t>(graph.rootOf(node.outputs[i]))] = outputs[i];
            }
        }
    return contents;
}

} // namespace tl
