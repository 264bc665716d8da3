// Lets a node that computes what an earlier one has computed use that result. Constants of the same number and shape
// are merged first, so that nodes on them compare equal.
#include <map>
#include <tuple>

#include "engine/graph/passes/pass.h"
#include "engine/ops/op.h"

namespace tl::passes {

Pass eliminateCommonSubexpressions() {
    return {"eliminate_common_subexpressions", false, [](Graph& graph, const PassContext& context) {
                const std::set<ValueId>& kept = context.kept;
                std::vector<ValueId> same(graph.values.size());
                std::map<std::pair<double, std::vector<int64_t>>, ValueId> constants;
                for (size_t i = 0; i < same.size(); ++i) {
                    same[i] = static_cast<ValueId>(i);
                    if (graph.values[i].kind == ValueKind::Constant)
                        same[i] =
                            constants.try_emplace({graph.values[i].constant, graph.values[i].shape.dims()}, same[i])
                                .first->second;
                }
                using Key = std::tuple<std::string, std::vector<ValueId>, std::map<std::string, Attribute>>;
                std::map<Key, size_t> known;
                std::vector<bool> removed(graph.nodes.size(), false);
                for (size_t i = 0; i < graph.nodes.size(); ++i) {
                    Node& node = graph.nodes[i];
                    for (ValueId& input : node.inputs) input = same[static_cast<size_t>(input)];
                    bool movable = findOp(node.op).updates.empty();
                    for (ValueId output : node.outputs) movable &= !kept.count(output);
                    // What an update has written must not stand for what was there before it.
                    for (ValueId input : node.inputs)
                        movable &= graph.rootOf(input) == kNoValue || node.phase < Phase::Accumulate;
                    if (!movable) continue;
                    const auto [place, fresh] = known.try_emplace({node.op, node.inputs, node.attributes.values()}, i);
                    const Node& first = graph.nodes[place->second];
                    if (fresh || first.phase > node.phase) continue;
                    for (size_t k = 0; k < node.outputs.size(); ++k)
                        same[static_cast<size_t>(node.outputs[k])] = first.outputs[k];
                    removed[i] = true;
                }
                removeNodes(graph, removed);
            }};
}

}  // namespace tl::passes
