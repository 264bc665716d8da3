// The kernel and bias gradients of one convolution read the same dy: one op makes both.
#include <algorithm>

#include "engine/graph/passes/pass.h"

namespace tl::passes {

Pass fuseKernelBiasGrad() {
    return {"fuse_kernel_bias_grad", true, [](Graph& graph, const PassContext&) {
                const auto uses = usesOf(graph);
                std::vector<bool> removed(graph.nodes.size(), false);
                for (size_t i = 0; i < graph.nodes.size(); ++i) {
                    if (graph.nodes[i].op != "Conv2DKernelGrad") continue;
                    int partner = -1;
                    for (int user : uses[static_cast<size_t>(graph.nodes[i].inputs[1])])
                        if (graph.nodes[static_cast<size_t>(user)].op == "BiasGrad" &&
                            !removed[static_cast<size_t>(user)] &&
                            graph.nodes[static_cast<size_t>(user)].phase == graph.nodes[i].phase)
                            partner = user;
                    if (partner < 0) continue;
                    // Both are ready where the earlier of them stands; neither reads what the other writes.
                    const size_t first = std::min(i, static_cast<size_t>(partner));
                    const size_t second = std::max(i, static_cast<size_t>(partner));
                    Node fused = graph.nodes[i];
                    fused.op = "Conv2DKernelBiasGrad";
                    fused.outputs.push_back(graph.nodes[static_cast<size_t>(partner)].outputs[0]);
                    bool ready = true;
                    for (ValueId input : fused.inputs) ready &= graph.value(input).producer < static_cast<int>(first);
                    if (!ready) continue;
                    graph.nodes[first] = std::move(fused);
                    removed[second] = true;
                }
                removeNodes(graph, removed);
            }};
}

}  // namespace tl::passes
