// MatMul or Conv2D without a bias, followed by BiasAdd and nothing else, takes the bias as its third input. The
// gradients do not read what lies between the two.
#include "engine/graph/passes/pass.h"

namespace tl::passes {

Pass fuseBias() {
    return {"fuse_bias", true, [](Graph& graph, const PassContext& context) {
                const std::set<ValueId>& kept = context.kept;
                const auto uses = usesOf(graph);
                std::vector<bool> removed(graph.nodes.size(), false);
                for (size_t i = 0; i < graph.nodes.size(); ++i) {
                    Node& bias = graph.nodes[i];
                    if (bias.op != "BiasAdd") continue;
                    const ValueId between = bias.inputs[0];
                    const int producer = graph.value(between).producer;
                    if (producer < 0 || kept.count(between) || uses[static_cast<size_t>(between)].size() != 1) continue;
                    Node& main = graph.nodes[static_cast<size_t>(producer)];
                    if ((main.op != "MatMul" && main.op != "Conv2D") || main.inputs.size() != 2 ||
                        main.phase != bias.phase || main.attributes.text("activation", "linear") != "linear")
                        continue;
                    // The bias may be computed after `main`: the fused node stands where BiasAdd stood.
                    Node fused = main;
                    fused.inputs.push_back(bias.inputs[1]);
                    fused.outputs = bias.outputs;
                    removed[static_cast<size_t>(producer)] = true;
                    graph.value(bias.outputs[0]).producer = static_cast<int>(i);
                    graph.nodes[i] = std::move(fused);
                }
                removeNodes(graph, removed);
            }};
}

}  // namespace tl::passes
