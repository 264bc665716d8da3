// A residual block's end: BatchNorm, then the sum with the shortcut and its relu, become one BatchNorm with a fourth
// input. BatchNorm's gradient reads its input and not its result, so training may do it too.
#include "engine/graph/passes/pass.h"

namespace tl::passes {

Pass fuseBatchNormAdd() {
    return {"fuse_batch_norm_add", true, [](Graph& graph, const PassContext& context) {
                const auto uses = usesOf(graph);
                std::vector<bool> removed(graph.nodes.size(), false);
                for (size_t i = 0; i < graph.nodes.size(); ++i) {
                    const Node sum = graph.nodes[i];
                    if (sum.op != "Add" || sum.inputs.size() != 2 || sum.inputs[0] == sum.inputs[1]) continue;
                    // Of two norms the later one takes the sum; the other's result is there by then.
                    const auto producerOf = [&](size_t k) { return graph.value(sum.inputs[k]).producer; };
                    const size_t own = producerOf(0) > producerOf(1) ? 0 : 1;
                    const int producer = producerOf(own);
                    const ValueId between = sum.inputs[own];
                    if (producer < 0 || context.kept.count(between) || uses[static_cast<size_t>(between)].size() != 1)
                        continue;
                    Node& norm = graph.nodes[static_cast<size_t>(producer)];
                    if (norm.op != "BatchNorm" || norm.outputs[0] != between || norm.inputs.size() != 3 ||
                        norm.phase != sum.phase || norm.attributes.text("activation", "linear") != "linear")
                        continue;
                    norm.inputs.push_back(sum.inputs[1 - own]);
                    norm.attributes.set("activation", sum.attributes.text("activation", "linear"));
                    norm.outputs[0] = sum.outputs[0];
                    graph.value(sum.outputs[0]).producer = producer;
                    removed[i] = true;
                }
                removeNodes(graph, removed);
            }};
}

}  // namespace tl::passes
