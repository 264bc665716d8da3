// A large parameter whose gradient is a matrix product, and which nothing else reads: the product and the update become
// one node, and the gradient is never written to memory. It stands where the update stood, after the loss was looked
// at.
#include "engine/graph/passes/pass.h"
#include "engine/ops/op.h"

namespace tl::passes {
namespace {

constexpr int64_t kLeast = 16384;    // elements of the parameter; smaller ones share a call instead (fuse_updates)
constexpr int64_t kMostDepth = 512;  // samples: more are better multiplied by a product that blocks them

bool mayFuse(const Graph& graph, const Node& product) {
    if (product.op != "MatMul" || product.inputs.size() != 2 || product.attributes.integer("transpose_b", 0) != 0 ||
        product.attributes.text("activation", "linear") != "linear")
        return false;
    const Shape& y = graph.value(product.outputs[0]).shape;
    return y.rank() == 2 && y.elements() > kLeast && graph.value(product.inputs[1]).shape[0] <= kMostDepth;
}

}  // namespace

Pass fuseProductUpdate() {
    return {"fuse_product_update", true, [](Graph& graph, const PassContext& context) {
                if (context.precision != DType::Float32) return;
                const auto uses = usesOf(graph);
                std::vector<bool> removed(graph.nodes.size(), false);
                for (Node& node : graph.nodes) {
                    if (!findOp(node.op).grouped || node.attributes.has("tensors")) continue;
                    const ValueId gradient = node.inputs[1];
                    const int producer = graph.value(gradient).producer;
                    if (producer < 0 || context.kept.count(gradient) ||
                        uses[static_cast<size_t>(gradient)].size() != 1 ||
                        !mayFuse(graph, graph.nodes[static_cast<size_t>(producer)]))
                        continue;
                    const Node& product = graph.nodes[static_cast<size_t>(producer)];
                    node.attributes.set("update", node.op);
                    node.attributes.set("transpose_a", product.attributes.integer("transpose_a", 0));
                    node.op = "MatMulUpdate";
                    node.inputs[1] = product.inputs[0];
                    node.inputs.insert(node.inputs.begin() + 2, product.inputs[1]);
                    removed[static_cast<size_t>(producer)] = true;
                }
                removeNodes(graph, removed);
            }};
}

}  // namespace tl::passes
