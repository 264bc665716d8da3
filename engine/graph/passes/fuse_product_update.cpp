// A large parameter whose gradient is a matrix product, and which nothing else reads: the product and the update become
// one node, and the gradient is never written to memory. It stands where the update stood, after the loss was looked
// at. An AllFinite that looks at the gradient gets the product's factors instead.
#include <algorithm>
#include <cmath>
#include <optional>

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

// How large the numbers of a value can be, where that is known: those that images are made of. Else 0.
double knownSize(const Graph& graph, ValueId value) {
    const int producer = graph.value(value).producer;
    if (producer < 0) return 0;
    const Node& node = graph.nodes[static_cast<size_t>(producer)];
    if (node.op == "Reshape") return knownSize(graph, node.inputs[0]);
    if (node.op != "Rescale" || graph.value(node.inputs[0]).dtype != DType::UInt8) return 0;
    const double size = 255 * std::abs(node.attributes.number("scale")) + std::abs(node.attributes.number("offset"));
    return size > 0 ? size : 1;
}

// The one other node that may read the gradient; nothing where there are others.
std::optional<int> checkOf(const Graph& graph, const std::vector<int>& uses, const Node& update) {
    int check = -1;
    for (const int use : uses) {
        const Node& node = graph.nodes[static_cast<size_t>(use)];
        if (&node == &update) continue;
        if (node.op != "AllFinite" || check >= 0) return std::nullopt;
        check = use;
    }
    return check;
}

void judgeByFactors(const Graph& graph, Node& check, ValueId gradient, const Node& product) {
    std::vector<double> terms, sizes;
    if (check.attributes.has("terms")) {
        terms = check.attributes.numbers("terms");
        sizes = check.attributes.numbers("sizes");
    }
    const double size = knownSize(graph, product.inputs[1]);
    check.inputs.erase(std::ranges::find(check.inputs, gradient));
    check.inputs.push_back(product.inputs[0]);
    if (size == 0) check.inputs.push_back(product.inputs[1]);
    terms.push_back(static_cast<double>(graph.value(product.inputs[1]).shape[0]));
    sizes.push_back(size);
    check.attributes.set("terms", terms);
    check.attributes.set("sizes", sizes);
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
                    const auto check = checkOf(graph, uses[static_cast<size_t>(gradient)], node);
                    if (producer < 0 || context.kept.count(gradient) || !check ||
                        !mayFuse(graph, graph.nodes[static_cast<size_t>(producer)]))
                        continue;
                    const Node& product = graph.nodes[static_cast<size_t>(producer)];
                    if (*check >= 0) judgeByFactors(graph, graph.nodes[static_cast<size_t>(*check)], gradient, product);
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
