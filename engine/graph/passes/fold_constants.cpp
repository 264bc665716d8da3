// What does not depend on the data is worked out now: ops on constants alone become constants (all elements of one are
// equal), and ops that change nothing go: a linear activation, a scale of 1, a sum of one, a cast to the same type.
#include "engine/graph/passes/pass.h"
#include "engine/ops/op.h"

namespace tl::passes {
namespace {

constexpr int64_t kLargest = 1 << 16;  // elements that are worth evaluating

bool changesNothing(const Graph& graph, const Node& node) {
    if (node.inputs.empty() || node.outputs.size() != 1) return false;
    const Value &x = graph.value(node.inputs[0]), &y = graph.value(node.outputs[0]);
    if (x.dtype != y.dtype || x.shape != y.shape) return false;
    const Attributes& a = node.attributes;
    if (node.op == "Activation") return a.text("kind", "") == "linear";
    if (node.op == "Rescale") return a.number("scale") == 1 && a.number("offset") == 0;
    if (node.op == "Dropout") return a.number("rate") == 0;
    if (node.op == "Add") return node.inputs.size() == 1 && a.text("activation", "linear") == "linear";
    return node.op == "Cast" || node.op == "Reshape";
}

// The one number that all elements of the node's result are, where they are.
bool constantResult(const Graph& graph, const Node& node, double& number) {
    const OpType& op = findOp(node.op);
    if (node.inputs.empty() || node.outputs.size() != 1 || !op.updates.empty() || node.op == "Dropout" ||
        graph.value(node.outputs[0]).dtype != DType::Float32 ||
        graph.value(node.outputs[0]).shape.elements() > kLargest)
        return false;
    std::vector<ReferenceTensor> inputs;
    for (ValueId id : node.inputs) {
        const Value& value = graph.value(id);
        if (value.kind != ValueKind::Constant || value.shape.elements() > kLargest) return false;
        inputs.push_back(
            {value.shape, std::vector<double>(static_cast<size_t>(value.shape.elements()), value.constant)});
    }
    const std::vector<double> values = op.reference(inputs, node.attributes, {})[0].values;
    if (values.empty()) return false;
    number = values[0];
    for (double value : values)
        if (value != number) return false;
    return true;
}

}  // namespace

Pass foldConstants() {
    return {"fold_constants", false, [](Graph& graph, const PassContext& context) {
                std::vector<ValueId> same(graph.values.size());
                for (size_t i = 0; i < same.size(); ++i) same[i] = static_cast<ValueId>(i);
                std::vector<bool> removed(graph.nodes.size(), false);
                for (size_t i = 0; i < graph.nodes.size(); ++i) {
                    Node& node = graph.nodes[i];
                    for (ValueId& input : node.inputs) input = same[static_cast<size_t>(input)];
                    if (node.outputs.empty() || context.kept.count(node.outputs[0])) continue;
                    double number = 0;
                    if (constantResult(graph, node, number)) {
                        Value& result = graph.value(node.outputs[0]);
                        result.kind = ValueKind::Constant;
                        result.constant = number;
                        removed[i] = true;
                    } else if (changesNothing(graph, node) && graph.rootOf(node.inputs[0]) == kNoValue) {
                        same[static_cast<size_t>(node.outputs[0])] = node.inputs[0];
                        removed[i] = true;
                    }
                }
                removeNodes(graph, removed);
            }};
}

}  // namespace tl::passes
