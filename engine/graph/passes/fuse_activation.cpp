// An activation moves into its producer where nobody else wants the value between them. In training the activation's
// gradient wants it too, but of most kinds reads y only, so it is handed y in its place.
#include "engine/core/activation.h"
#include "engine/graph/passes/pass.h"

namespace tl::passes {
namespace {

bool canTake(const Node& node, const ActivationKind& kind) {
    if (!kind.fuses() || node.attributes.text("activation", "linear") != "linear") return false;
    if (node.op == "MatMul" || node.op == "Conv2D" || node.op == "Conv3D") return true;
    return kind.act == Act::Relu && (node.op == "BatchNormInference" || node.op == "Add");
}

}  // namespace

Pass fuseActivation() {
    return {"fuse_activation", true, [](Graph& graph, const PassContext& context) {
                const std::set<ValueId>& kept = context.kept;
                const auto uses = usesOf(graph);
                std::vector<bool> removed(graph.nodes.size(), false);
                for (size_t i = 0; i < graph.nodes.size(); ++i) {
                    const Node activation = graph.nodes[i];
                    if (activation.op != "Activation") continue;
                    const ActivationKind& kind = activationKind(activation.attributes.text("kind", "linear"));
                    const ValueId between = activation.inputs[0], result = activation.outputs[0];
                    const int producer = graph.value(between).producer;
                    if (producer < 0 || kept.count(between)) continue;
                    Node& main = graph.nodes[static_cast<size_t>(producer)];
                    if (!canTake(main, kind) || main.phase != activation.phase || main.outputs[0] != between) continue;
                    bool free = true;
                    for (int user : uses[static_cast<size_t>(between)]) {
                        const Node& node = graph.nodes[static_cast<size_t>(user)];
                        const bool gradient = node.op == "ActivationGrad" && kind.fromResult &&
                                              node.inputs[0] == between && node.inputs[1] == result &&
                                              node.inputs[2] != between;
                        free &= user == static_cast<int>(i) || gradient;
                    }
                    if (!free) continue;
                    for (int user : uses[static_cast<size_t>(between)])
                        if (user != static_cast<int>(i)) graph.nodes[static_cast<size_t>(user)].inputs[0] = result;
                    main.attributes.set("activation", kind.name);
                    if (activation.attributes.has("alpha"))
                        main.attributes.set("alpha", activation.attributes.number("alpha"));
                    main.outputs[0] = result;
                    graph.value(result).producer = producer;
                    removed[i] = true;
                }
                removeNodes(graph, removed);
            }};
}

}  // namespace tl::passes
