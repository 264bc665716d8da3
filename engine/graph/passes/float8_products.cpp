// MatMuls of two matrices become Float8MatMuls, where all sizes are multiples of 16. What the backward pass makes is
// rounded to e5m2, whose range is wide, all else to e4m3, whose numbers are denser (docs/decisions/0049). A value's
// largest number is found once, for all products that read it.
#include <map>

#include "engine/core/float8.h"
#include "engine/graph/passes/pass.h"

namespace tl::passes {
namespace {

bool isGradient(const Graph& graph, ValueId value) {
    const int producer = graph.value(value).producer;
    return producer >= 0 && graph.nodes[static_cast<size_t>(producer)].phase == Phase::Backward;
}

// A GPU multiplies no two factors of e5m2.
bool mayRound(const Graph& graph, const Node& node) {
    if (node.op != "MatMul" || node.phase > Phase::Backward) return false;
    if (isGradient(graph, node.inputs[0]) && isGradient(graph, node.inputs[1])) return false;
    for (const ValueId factor : {node.inputs[0], node.inputs[1]}) {
        const Value& value = graph.value(factor);
        if (value.shape.rank() != 2 || value.shape[0] % 16 != 0 || value.shape[1] % 16 != 0) return false;
    }
    return true;
}

}  // namespace

Pass float8Products() {
    return {"float8_products", false, [](Graph& graph, const PassContext& context) {
                if (!context.float8) return;
                std::vector<Node> nodes;
                std::map<ValueId, ValueId> largest;
                for (Node& node : graph.nodes) {
                    if (!mayRound(graph, node)) {
                        nodes.push_back(node);
                        continue;
                    }
                    for (size_t i = 0; i < 2; ++i) {
                        const ValueId factor = node.inputs[i];
                        node.attributes.set(
                            i == 0 ? "a_format" : "b_format",
                            std::string(nameOf(isGradient(graph, factor) ? Float8::E5M2 : Float8::E4M3)));
                        const auto [place, fresh] = largest.try_emplace(factor, kNoValue);
                        if (fresh) {
                            const Value& of = graph.value(factor);
                            const Phase phase =
                                of.producer < 0 ? Phase::Forward : graph.nodes[static_cast<size_t>(of.producer)].phase;
                            Value made;
                            made.name = of.name + "/abs_max";
                            place->second = static_cast<ValueId>(graph.values.size());
                            nodes.push_back({"AbsMax", made.name, node.layer, {}, {factor}, {place->second}, phase});
                            graph.values.push_back(std::move(made));
                        }
                        node.inputs.insert(node.inputs.begin() + 2 + static_cast<std::ptrdiff_t>(i), place->second);
                    }
                    node.op = "Float8MatMul";
                    nodes.push_back(node);
                }
                graph.nodes = std::move(nodes);
                removeNodes(graph, std::vector<bool>(graph.nodes.size(), false));  // renumbers producers
            }};
}

}  // namespace tl::passes
