// An all-reduce starts as soon as the last of its values is made, so that the rest of the backward pass goes on beside
// it. The all-reduces stay in their order, which is the same on all devices, whatever the passes before made of a
// device's part of the batch: one that overtook another would wait for what the others do not send yet.
#include <algorithm>

#include "engine/graph/passes/pass.h"

namespace tl::passes {

Pass startEarly() {
    return {"start_early", false, [](Graph& graph, const PassContext&) {
                const auto starts = [](const Node& node) { return node.op == "AllReduceStart"; };
                if (std::ranges::none_of(graph.nodes, starts)) return;
                // Behind which node each start goes; the others stay.
                std::vector<std::vector<size_t>> behind(graph.nodes.size());
                std::vector<bool> moves(graph.nodes.size(), false);
                int last = -1;
                for (size_t i = 0; i < graph.nodes.size(); ++i) {
                    if (!starts(graph.nodes[i])) continue;
                    for (const ValueId input : graph.nodes[i].inputs)
                        last = std::max(last, graph.value(input).producer);
                    if (last < 0) continue;
                    moves[i] = true;
                    behind[static_cast<size_t>(last)].push_back(i);
                }
                std::vector<Node> nodes;
                for (size_t i = 0; i < graph.nodes.size(); ++i) {
                    if (!moves[i]) nodes.push_back(graph.nodes[i]);
                    for (const size_t start : behind[i]) nodes.push_back(graph.nodes[start]);
                }
                graph.nodes = std::move(nodes);
                removeNodes(graph, std::vector<bool>(graph.nodes.size(), false));  // which renumbers
            }};
}

}  // namespace tl::passes
