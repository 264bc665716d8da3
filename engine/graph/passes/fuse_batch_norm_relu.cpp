// BatchNorm followed by relu becomes one op, and in training so do their gradients: BatchNormGrad then takes the
// gradient of the activated output and finds what relu cut off by itself.
#include "engine/graph/passes/pass.h"

namespace tl::passes {
namespace {

// The ActivationGrad and BatchNormGrad of a pair; -1 where there is no gradient. `fits` is false where the pair
// cannot be fused.
struct Gradients {
    int activation = -1, norm = -1;
    bool fits = true;
};

Gradients gradientsOf(const Graph& graph, const std::vector<std::vector<int>>& uses, int relu, const Node& norm,
                      const std::set<ValueId>& kept) {
    Gradients found;
    const ValueId between = norm.outputs[0], result = graph.nodes[static_cast<size_t>(relu)].outputs[0];
    for (int user : uses[static_cast<size_t>(between)]) {
        if (user == relu) continue;
        const Node& node = graph.nodes[static_cast<size_t>(user)];
        found.fits &= node.op == "ActivationGrad" && found.activation < 0 && node.inputs[0] == between &&
                      node.inputs[1] == result;
        found.activation = user;
    }
    for (int user : uses[static_cast<size_t>(norm.outputs[3])]) {
        found.fits &= found.norm < 0;
        found.norm = user;
    }
    if (!found.fits || (found.activation < 0) != (found.norm < 0)) return {-1, -1, false};
    if (found.activation < 0) return found;
    const ValueId flow = graph.nodes[static_cast<size_t>(found.activation)].outputs[0];
    const auto& readers = uses[static_cast<size_t>(flow)];
    found.fits = !kept.count(flow) && readers.size() == 1 && readers[0] == found.norm &&
                 graph.nodes[static_cast<size_t>(found.norm)].inputs[1] == flow;
    return found;
}

}  // namespace

Pass fuseBatchNormRelu() {
    return {"fuse_batch_norm_relu", true, [](Graph& graph, const PassContext& context) {
                const std::set<ValueId>& kept = context.kept;
                const auto uses = usesOf(graph);
                std::vector<bool> removed(graph.nodes.size(), false);
                for (size_t i = 0; i < graph.nodes.size(); ++i) {
                    const Node& relu = graph.nodes[i];
                    if (relu.op != "Activation" || relu.attributes.text("kind", "") != "relu") continue;
                    const ValueId between = relu.inputs[0], result = relu.outputs[0];
                    const int producer = graph.value(between).producer;
                    if (producer < 0 || kept.count(between)) continue;
                    Node& norm = graph.nodes[static_cast<size_t>(producer)];
                    if (norm.op != "BatchNorm" || norm.outputs[0] != between || norm.phase != relu.phase ||
                        norm.attributes.text("activation", "linear") != "linear")
                        continue;
                    const Gradients gradients = gradientsOf(graph, uses, static_cast<int>(i), norm, kept);
                    if (!gradients.fits) continue;
                    if (gradients.norm >= 0) {
                        Node& gradient = graph.nodes[static_cast<size_t>(gradients.norm)];
                        gradient.inputs[1] = graph.nodes[static_cast<size_t>(gradients.activation)].inputs[2];
                        gradient.attributes.set("activation", "relu");
                        removed[static_cast<size_t>(gradients.activation)] = true;
                    }
                    norm.attributes.set("activation", "relu");
                    norm.outputs[0] = result;
                    graph.value(result).producer = producer;
                    removed[i] = true;
                }
                removeNodes(graph, removed);
            }};
}

}  // namespace tl::passes
