// Elementwise ops in a row, each read by the next alone, become one FusedElementwise: memory is gone through once. A
// step may have a second operand, made anywhere before the chain's end.
#include "engine/graph/passes/pass.h"
#include "engine/ops/op.h"

namespace tl::passes {
namespace {

constexpr size_t kLongest = 16;

bool canJoin(const Graph& graph, const Node& node) {
    if (!findOp(node.op).chains || node.outputs.size() != 1 || node.inputs.empty() || node.inputs.size() > 2)
        return false;
    if (node.inputs.size() == 2 && node.inputs[0] == node.inputs[1]) return false;
    for (ValueId input : node.inputs)
        if (graph.value(input).dtype != DType::Float32) return false;
    return graph.value(node.outputs[0]).dtype == DType::Float32;
}

// Node i and the later ones that can join it, in order. `removed` are in another chain: that of a sum's other branch.
std::vector<size_t> chainFrom(const Graph& graph, const std::vector<std::vector<int>>& uses,
                              const std::vector<bool>& removed, size_t i, const std::set<ValueId>& kept) {
    std::vector<size_t> chain{i};
    while (chain.size() < kLongest) {
        const Node& last = graph.nodes[chain.back()];
        const ValueId flow = last.outputs[0];
        const auto& readers = uses[static_cast<size_t>(flow)];
        if (kept.count(flow) || readers.size() != 1) break;
        const auto next = static_cast<size_t>(readers[0]);
        const Node& node = graph.nodes[next];
        if (removed[next] || !canJoin(graph, node) || node.phase != last.phase) break;
        if (node.op != "Add" && node.inputs[0] != flow) break;  // a step takes the flow as its first operand
        chain.push_back(next);
    }
    return chain;
}

}  // namespace

Pass fuseElementwise() {
    return {"fuse_elementwise", true, [](Graph& graph, const PassContext& context) {
                const auto uses = usesOf(graph);
                std::vector<bool> removed(graph.nodes.size(), false);
                for (size_t i = 0; i < graph.nodes.size(); ++i) {
                    if (removed[i] || graph.nodes[i].op == "FusedElementwise" || !canJoin(graph, graph.nodes[i]))
                        continue;
                    const std::vector<size_t> chain = chainFrom(graph, uses, removed, i, context.kept);
                    if (chain.size() < 2) continue;
                    Node fused = graph.nodes[chain.back()];
                    fused.op = "FusedElementwise";
                    fused.attributes = {{"steps", static_cast<int64_t>(chain.size())}};
                    fused.inputs = {graph.nodes[i].inputs[0]};
                    ValueId flow = fused.inputs[0];
                    for (size_t step = 0; step < chain.size(); ++step) {
                        const Node& node = graph.nodes[chain[step]];
                        const std::string prefix = std::to_string(step) + ":";
                        fused.attributes.set(prefix + "op", node.op);
                        for (const auto& [key, value] : node.attributes.values())
                            fused.attributes.set(prefix + key, value);
                        if (node.inputs.size() == 2) {
                            fused.attributes.set(prefix + "operands", int64_t{1});
                            // The other operand is ready where the chain's last node stands: that is its own place.
                            fused.inputs.push_back(node.inputs[node.inputs[0] == flow ? 1 : 0]);
                        }
                        flow = node.outputs[0];
                        removed[chain[step]] = true;
                    }
                    removed[chain.back()] = false;
                    graph.nodes[chain.back()] = std::move(fused);
                }
                removeNodes(graph, removed);
            }};
}

}  // namespace tl::passes
