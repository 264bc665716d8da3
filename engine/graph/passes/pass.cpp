// The list of passes and what they share.
#include "engine/graph/passes/pass.h"

namespace tl {

const std::vector<Pass>& allPasses() {
    static const std::vector<Pass> all{
        passes::foldConstants(),      passes::eliminateDeadCode(), passes::eliminateCommonSubexpressions(),
        passes::foldBatchNorm(),      passes::poolBeforeRelu(),    passes::fuseBatchNormRelu(),
        passes::fuseBias(),           passes::fuseActivation(),    passes::fuseBatchNormAdd(),
        passes::fuseKernelBiasGrad(), passes::fuseProductUpdate(), passes::fuseRescale(),
        passes::fuseUpdates(),        passes::float8Products(),    passes::mixedPrecision(),
        passes::fuseElementwise(),    passes::startEarly()};
    return all;
}

std::vector<std::vector<int>> usesOf(const Graph& graph) {
    std::vector<std::vector<int>> uses(graph.values.size());
    for (size_t i = 0; i < graph.nodes.size(); ++i)
        for (ValueId input : graph.nodes[i].inputs) uses[static_cast<size_t>(input)].push_back(static_cast<int>(i));
    return uses;
}

void removeNodes(Graph& graph, const std::vector<bool>& removed) {
    std::vector<Node> nodes;
    for (size_t i = 0; i < graph.nodes.size(); ++i)
        if (!removed[i]) nodes.push_back(std::move(graph.nodes[i]));
    graph.nodes = std::move(nodes);
    for (Value& value : graph.values) value.producer = -1;
    for (size_t i = 0; i < graph.nodes.size(); ++i)
        for (ValueId output : graph.nodes[i].outputs) graph.value(output).producer = static_cast<int>(i);
}

}  // namespace tl
