// Images come as bytes, and a Rescale makes floats of them. Where nothing but matrix products reads those, the products
// read the bytes themselves: a quarter of the memory, and each thread keeps the floats that it needs to itself.
#include <algorithm>
#include <map>
#include <set>

#include "engine/graph/passes/pass.h"

namespace tl::passes {
namespace {

constexpr int64_t kMostWork = int64_t{1} << 27;  // multiply-adds; larger products have better ways with floats

// Which operand may be of bytes; -1 = none.
int bytesOperand(const Graph& graph, const Node& node, ValueId value) {
    const bool update = node.op == "MatMulUpdate";
    if (!update && node.op != "MatMul") return -1;
    const ValueId a = node.inputs[update ? 1 : 0], b = node.inputs[update ? 2 : 1];
    const Shape& left = graph.value(a).shape;
    const Shape& right = graph.value(b).shape;
    const bool turned = node.attributes.integer("transpose_b", 0) != 0;
    if (a == b || left.rank() != 2 || left.elements() * right[turned ? 0 : 1] > kMostWork) return -1;
    return value == b ? 1 : update || node.attributes.integer("transpose_a", 0) != 0 ? -1 : 0;
}

// Who reads a value, through reshapes or directly.
struct Readers {
    std::set<int> reshapes;
    std::map<int, int> products;  // which operand it is
    bool others = false;
};

void collect(const Graph& graph, const PassContext& context, const std::vector<std::vector<int>>& uses, ValueId value,
             Readers& readers) {
    readers.others |= context.kept.count(value) > 0;
    for (int user : uses[static_cast<size_t>(value)]) {
        const Node& node = graph.nodes[static_cast<size_t>(user)];
        if (node.op == "Reshape") {
            readers.reshapes.insert(user);
            collect(graph, context, uses, node.outputs[0], readers);
            continue;
        }
        // Only one of a product's operands may be of bytes.
        const int operand = bytesOperand(graph, node, value);
        if (operand < 0 || !readers.products.emplace(user, operand).second) readers.others = true;
    }
}

}  // namespace

Pass fuseRescale() {
    return {"fuse_rescale", true, [](Graph& graph, const PassContext& context) {
                if (context.precision != DType::Float32) return;
                const auto uses = usesOf(graph);
                std::vector<bool> removed(graph.nodes.size(), false);
                for (size_t i = 0; i < graph.nodes.size(); ++i) {
                    const Node rescale = graph.nodes[i];
                    if (rescale.op != "Rescale" || graph.value(rescale.inputs[0]).dtype != DType::UInt8) continue;
                    const ValueId floats = rescale.outputs[0], bytes = rescale.inputs[0];
                    Readers readers;
                    collect(graph, context, uses, floats, readers);
                    if (readers.others || readers.products.empty()) continue;
                    for (const auto& [product, operand] : readers.products) {
                        Node& node = graph.nodes[static_cast<size_t>(product)];
                        if (node.op == "MatMul") node.op = "BytesMatMul";
                        node.attributes.set("bytes_input", int64_t{operand});
                        node.attributes.set("bytes_scale", rescale.attributes.number("scale"));
                        node.attributes.set("bytes_offset", rescale.attributes.number("offset"));
                        std::ranges::replace(node.inputs, floats, bytes);
                    }
                    for (int reshape : readers.reshapes) {
                        Node& node = graph.nodes[static_cast<size_t>(reshape)];
                        std::ranges::replace(node.inputs, floats, bytes);
                        graph.value(node.outputs[0]).dtype = DType::UInt8;
                    }
                    removed[i] = true;
                }
                removeNodes(graph, removed);
            }};
}

}  // namespace tl::passes
