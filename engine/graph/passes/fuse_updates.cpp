// The updates of many small parameters become one node of the same op, which moves them all in one kernel call: a
// network's biases and norms cost more in calls than in arithmetic. Large ones stay alone, so that each thread updates
// what it has just made the gradient of.
#include <map>

#include "engine/graph/passes/pass.h"
#include "engine/ops/op.h"

namespace tl::passes {
namespace {

constexpr int64_t kSmall = 16384;  // elements

// Nodes that may share a call: op, attributes, and the count that they read (kNoValue where they have none).
using Kind = std::tuple<std::string, std::map<std::string, Attribute>, ValueId>;

// Inputs of the one tensor that a node updates; the count, where there is one, comes after them.
size_t ownInputs(const Node& node) { return node.outputs.size() + 1; }

}  // namespace

Pass fuseUpdates() {
    return {"fuse_updates", true, [](Graph& graph, const PassContext&) {
                const auto uses = usesOf(graph);
                std::map<Kind, std::vector<size_t>> groups;
                for (size_t i = 0; i < graph.nodes.size(); ++i) {
                    const Node& node = graph.nodes[i];
                    if (!findOp(node.op).grouped || node.attributes.has("tensors") ||
                        graph.value(node.outputs[0]).shape.elements() > kSmall)
                        continue;
                    // What reads the new weight (a constraint) may stand before the last of the group.
                    bool read = false;
                    for (ValueId output : node.outputs) read |= !uses[static_cast<size_t>(output)].empty();
                    if (read) continue;
                    const ValueId count = node.inputs.size() > ownInputs(node) ? node.inputs.back() : kNoValue;
                    groups[{node.op, node.attributes.values(), count}].push_back(i);
                }
                std::vector<bool> removed(graph.nodes.size(), false);
                for (const auto& [kind, members] : groups) {
                    if (members.size() < 2) continue;
                    Node fused = graph.nodes[members.back()];
                    fused.inputs.clear();
                    fused.outputs.clear();
                    for (size_t i : members) {
                        const Node& node = graph.nodes[i];
                        const auto own = static_cast<std::ptrdiff_t>(ownInputs(node));
                        fused.inputs.insert(fused.inputs.end(), node.inputs.begin(), node.inputs.begin() + own);
                        fused.outputs.insert(fused.outputs.end(), node.outputs.begin(), node.outputs.end());
                        removed[i] = true;
                    }
                    if (std::get<2>(kind) != kNoValue) fused.inputs.push_back(std::get<2>(kind));
                    fused.attributes.set("tensors", static_cast<int64_t>(members.size()));
                    fused.name = "updates of " + std::to_string(members.size()) + " parameters";
                    removed[members.back()] = false;
                    graph.nodes[members.back()] = std::move(fused);
                }
                removeNodes(graph, removed);
            }};
}

}  // namespace tl::passes
