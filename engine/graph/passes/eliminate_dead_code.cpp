// Takes out nodes whose results nobody asks for. Updates of parameters and state are asked for by themselves.
#include "engine/graph/passes/pass.h"
#include "engine/ops/op.h"

namespace tl::passes {

Pass eliminateDeadCode() {
    return {"eliminate_dead_code", false, [](Graph& graph, const PassContext& context) {
                const std::set<ValueId>& kept = context.kept;
                std::vector<bool> wanted(graph.values.size(), false), removed(graph.nodes.size(), false);
                for (ValueId id : kept) wanted[static_cast<size_t>(id)] = true;
                for (size_t i = graph.nodes.size(); i-- > 0;) {
                    const Node& node = graph.nodes[i];
                    bool alive = !findOp(node.op).updates.empty();
                    for (ValueId output : node.outputs) alive |= wanted[static_cast<size_t>(output)];
                    removed[i] = !alive;
                    if (alive)
                        for (ValueId input : node.inputs) wanted[static_cast<size_t>(input)] = true;
                }
                removeNodes(graph, removed);
            }};
}

}  // namespace tl::passes
