// relu followed by max pooling becomes max pooling followed by relu, with their gradients: the largest of the activated
// is the activated largest, and after pooling there is a quarter as much to activate. Where a window holds nothing
// positive the two orders find their maximum in different places, but relu then lets no gradient through.
#include <algorithm>

#include "engine/graph/passes/pass.h"

namespace tl::passes {
namespace {

// The nodes of one such pair; gradients are -1 where there are none.
struct Pair {
    int relu = -1, pool = -1, reluGrad = -1, poolGrad = -1;
};

bool find(const Graph& graph, const std::vector<std::vector<int>>& uses, const std::set<ValueId>& kept, Pair& pair) {
    const auto node = [&](int index) -> const Node& { return graph.nodes[static_cast<size_t>(index)]; };
    const auto readers = [&](ValueId id) { return uses[static_cast<size_t>(id)]; };
    const Node& relu = node(pair.relu);
    const ValueId activated = relu.outputs[0];
    const int producer = graph.value(relu.inputs[0]).producer;
    // BatchNorm takes relu in for nothing.
    if (kept.count(activated) || (producer >= 0 && node(producer).op == "BatchNorm")) return false;
    for (int user : readers(activated)) {
        int* place = node(user).op == "MaxPool2D"        ? &pair.pool
                     : node(user).op == "MaxPool2DGrad"  ? &pair.poolGrad
                     : node(user).op == "ActivationGrad" ? &pair.reluGrad
                                                         : nullptr;
        if (!place || *place >= 0) return false;
        *place = user;
    }
    if (pair.pool < 0 || node(pair.pool).phase != relu.phase || (pair.poolGrad < 0) != (pair.reluGrad < 0))
        return false;
    if (pair.poolGrad < 0) return true;
    const Node &poolGrad = node(pair.poolGrad), &reluGrad = node(pair.reluGrad);
    const ValueId flow = poolGrad.outputs[0];
    return poolGrad.inputs[0] == activated && poolGrad.inputs[2] == node(pair.pool).outputs[1] && !kept.count(flow) &&
           readers(flow) == std::vector<int>{pair.reluGrad} && reluGrad.inputs[1] == activated &&
           reluGrad.inputs[0] == relu.inputs[0] && reluGrad.inputs[2] == flow && reluGrad.phase == poolGrad.phase;
}

// What stands between the two in the other order is a value of its own: no id changes what it means.
ValueId pooledLike(Graph& graph, ValueId id, const Pair& pair) {
    Value value = graph.value(id);
    value.name += "/pooled";
    value.shape = graph.value(graph.nodes[static_cast<size_t>(pair.pool)].outputs[0]).shape;
    graph.values.push_back(std::move(value));
    return static_cast<ValueId>(graph.values.size()) - 1;
}

}  // namespace

Pass poolBeforeRelu() {
    return {"pool_before_relu", true, [](Graph& graph, const PassContext& context) {
                const auto uses = usesOf(graph);
                for (size_t i = 0; i < graph.nodes.size(); ++i) {
                    if (graph.nodes[i].op != "Activation" || graph.nodes[i].attributes.text("kind", "") != "relu")
                        continue;
                    Pair pair{static_cast<int>(i)};
                    if (!find(graph, uses, context.kept, pair)) continue;
                    const ValueId input = graph.nodes[i].inputs[0];
                    const ValueId between = pooledLike(graph, graph.nodes[i].outputs[0], pair);
                    Node& relu = graph.nodes[i];
                    Node& pool = graph.nodes[static_cast<size_t>(pair.pool)];
                    const ValueId pooled = pool.outputs[0];
                    pool.inputs[0] = input, pool.outputs[0] = between;
                    relu.inputs[0] = between, relu.outputs[0] = pooled;
                    std::swap(relu, pool);
                    if (pair.poolGrad >= 0) {
                        Node& poolGrad = graph.nodes[static_cast<size_t>(pair.poolGrad)];
                        Node& reluGrad = graph.nodes[static_cast<size_t>(pair.reluGrad)];
                        const ValueId flow = pooledLike(graph, poolGrad.outputs[0], pair);
                        const ValueId result = reluGrad.outputs[0];
                        reluGrad.inputs = {between, pooled, poolGrad.inputs[1]};
                        reluGrad.outputs = {flow};
                        poolGrad.inputs[0] = input, poolGrad.inputs[1] = flow;
                        poolGrad.outputs = {result};
                        std::swap(poolGrad, reluGrad);
                    }
                    removeNodes(graph, std::vector<bool>(graph.nodes.size(), false));  // producers anew
                }
            }};
}

}  // namespace tl::passes
