// A convolution followed by a normalisation with given statistics becomes a convolution alone: each filter is scaled,
// and what is left is its bias. Both are made by BatchNormInference itself, of the weights instead of the images, and
// only where weights stay as they are, so that a plan makes them once.
#include <algorithm>

#include "engine/graph/passes/pass.h"

namespace tl::passes {
namespace {

bool isState(const Graph& graph, ValueId id) {
    const ValueKind kind = graph.value(id).kind;
    return kind == ValueKind::Parameter || kind == ValueKind::State || kind == ValueKind::Constant;
}

// The convolution whose result the norm alone reads; -1 where it cannot be folded into one.
int convolutionOf(const Graph& graph, const std::vector<std::vector<int>>& uses, const Node& norm,
                  const std::set<ValueId>& kept) {
    const ValueId between = norm.inputs[0];
    const int producer = graph.value(between).producer;
    if (producer < 0 || kept.count(between) || uses[static_cast<size_t>(between)].size() != 1) return -1;
    const Node& main = graph.nodes[static_cast<size_t>(producer)];
    const auto fixed = [&](ValueId id) { return isState(graph, id); };
    const bool folds = (main.op == "Conv2D" || main.op == "Conv3D") && main.phase == norm.phase &&
                       main.attributes.text("activation", "linear") == "linear" &&
                       std::all_of(main.inputs.begin() + 1, main.inputs.end(), fixed) &&
                       std::all_of(norm.inputs.begin() + 1, norm.inputs.end(), fixed);
    return folds ? producer : -1;
}

void fold(Graph& graph, size_t convolution, size_t normalisation) {
    const Node main = graph.nodes[convolution], norm = graph.nodes[normalisation];
    const Shape kernel = graph.value(main.inputs[1]).shape;
    const int64_t filters = kernel[0];
    const Attributes epsilon{{"epsilon", norm.attributes.number("epsilon")}};
    const auto add = [&](const char* what, const std::string& op, std::vector<ValueId> inputs, Attributes attributes) {
        return graph.addNode(op, norm.name + "/" + what, std::move(inputs), std::move(attributes), norm.layer)[0];
    };
    const auto shaped = [&](const char* what, ValueId x, const Shape& shape) {
        return add(what, "Reshape", {x}, {{"shape", shape.dims()}});
    };
    const ValueId gamma = norm.inputs[1], beta = norm.inputs[2], mean = norm.inputs[3], variance = norm.inputs[4];
    const ValueId zero = graph.addConstant(0, {filters});
    const ValueId flat = shaped("filters", main.inputs[1], {1, filters, kernel.elements() / filters, 1});
    const ValueId scaled = add("scaled", "BatchNormInference", {flat, gamma, zero, zero, variance}, epsilon);
    const ValueId before = main.inputs.size() > 2 ? shaped("bias_before", main.inputs[2], {1, filters})
                                                  : graph.addConstant(0, {1, filters});
    const ValueId after = add("shifted", "BatchNormInference", {before, gamma, beta, mean, variance}, epsilon);
    const ValueId newKernel = shaped("kernel", scaled, kernel), newBias = shaped("bias", after, {filters});
    Node& folded = graph.nodes[convolution];
    folded.inputs = {main.inputs[0], newKernel, newBias};
    folded.outputs = norm.outputs;
    graph.value(norm.outputs[0]).producer = static_cast<int>(convolution);
}

}  // namespace

Pass foldBatchNorm() {
    return {"fold_batch_norm", true, [](Graph& graph, const PassContext& context) {
                if (!context.fixedState) return;
                const auto uses = usesOf(graph);
                const size_t count = graph.nodes.size();
                std::vector<bool> removed(count, false);
                for (size_t i = 0; i < count; ++i) {
                    if (graph.nodes[i].op != "BatchNormInference" ||
                        graph.nodes[i].attributes.text("activation", "linear") != "linear")
                        continue;
                    const int main = convolutionOf(graph, uses, graph.nodes[i], context.kept);
                    if (main < 0) continue;
                    fold(graph, static_cast<size_t>(main), i);
                    removed[i] = true;
                }
                // What was added reads state alone, so it may all come first.
                removed.resize(graph.nodes.size(), false);
                const auto added = static_cast<std::ptrdiff_t>(count);
                std::rotate(graph.nodes.begin(), graph.nodes.begin() + added, graph.nodes.end());
                std::rotate(removed.begin(), removed.begin() + added, removed.end());
                removeNodes(graph, removed);
            }};
}

}  // namespace tl::passes
