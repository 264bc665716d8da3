// Reverse-mode differentiation as a graph transform: walks the nodes backwards and lets each op's gradient rule emit
// its own ops. Only nodes on a path from a target to the loss are visited, so a batch of images costs nothing.
#include <set>

#include "engine/core/error.h"
#include "engine/graph/graph.h"
#include "engine/ops/op.h"

namespace tl {
namespace {

class Differentiator {
public:
    Differentiator(Graph& graph, const std::vector<ValueId>& targets)
        : graph_(graph), parts_(graph.values.size()), varies_(graph.values.size(), false),
          forwardNodes_(static_cast<int>(graph.nodes.size())) {
        for (ValueId target : targets) varies_[static_cast<size_t>(target)] = true;
        for (const Node& node : graph_.nodes) {
            if (!findOp(node.op).gradient) continue;
            bool any = false;
            for (ValueId input : node.inputs) any |= varies(input);
            if (any)
                for (ValueId output : node.outputs) varies_[static_cast<size_t>(output)] = true;
        }
    }

    void add(ValueId value, ValueId gradient) { parts_[static_cast<size_t>(value)].push_back(gradient); }
    bool varies(ValueId value) const { return varies_[static_cast<size_t>(value)]; }

    // The sum of what has flowed to `value` so far; kNoValue where nothing has.
    ValueId gradientOf(ValueId value) {
        auto& parts = parts_[static_cast<size_t>(value)];
        if (parts.empty()) return kNoValue;
        if (parts.size() > 1) {
            const std::string name = graph_.value(value).name + "/gradient";
            const int producer = graph_.value(value).producer;
            const std::string layer = producer < 0 ? "" : graph_.nodes[static_cast<size_t>(producer)].layer;
            parts = {graph_.addNode("Add", name, parts, {}, layer, Phase::Backward)[0]};
        }
        Value& result = graph_.value(parts[0]);
        if (result.producer >= forwardNodes_ && !named(parts[0])) {
            result.name = graph_.value(value).name + "/gradient";
            named_.insert(parts[0]);
        }
        return parts[0];
    }

    void run();

private:
    // A value that is the gradient of several (the terms of a sum) keeps the first name.
    bool named(ValueId value) const { return named_.count(value) != 0; }

    Graph& graph_;
    std::vector<std::vector<ValueId>> parts_;
    std::vector<bool> varies_;
    std::set<ValueId> named_;
    int forwardNodes_;
};

class RuleContext : public GradientContext {
public:
    RuleContext(Graph& graph, Differentiator& owner, Node node, std::vector<ValueId> gradients)
        : graph_(graph), owner_(owner), node_(std::move(node)), gradients_(std::move(gradients)),
          first_(static_cast<int>(graph.nodes.size())) {}

    const Attributes& attributes() const override { return node_.attributes; }
    int input(int index) const override { return at(node_.inputs, index); }
    int output(int index) const override { return at(node_.outputs, index); }
    int outputGradient(int index) const override { return at(gradients_, index); }
    const ValueType type(int value) const override { return {graph_.value(value).shape, graph_.value(value).dtype}; }
    bool needsGradient(int index) const override { return input(index) != kNoValue && owner_.varies(input(index)); }
    std::vector<int> emit(const std::string& op, std::vector<int> inputs, Attributes attributes) override {
        return graph_.addNode(op, node_.name + "/gradient", std::move(inputs), std::move(attributes), node_.layer,
                              Phase::Backward);
    }
    int constant(double value, Shape shape) override { return graph_.addConstant(value, std::move(shape)); }
    void setInputGradient(int index, int value) override {
        const Shape &wanted = graph_.value(input(index)).shape, &found = graph_.value(value).shape;
        if (wanted != found)
            throw Error(Message("gradient of {name}", graph_.value(input(index)).name), wanted.toString(),
                        found.toString());
        // A layer's two products are told apart: what makes a weight's gradient alone is called after the weight.
        const int maker = graph_.value(value).producer;
        if (maker >= first_ && graph_.value(input(index)).kind == ValueKind::Parameter)
            if (Node& made = graph_.nodes[static_cast<size_t>(maker)]; made.outputs.size() == 1)
                made.name = graph_.value(input(index)).name + "/gradient";
        owner_.add(input(index), value);
    }

private:
    static int at(const std::vector<ValueId>& ids, int index) {
        return index >= 0 && index < static_cast<int>(ids.size()) ? ids[static_cast<size_t>(index)] : kNoValue;
    }

    Graph& graph_;
    Differentiator& owner_;
    const Node node_;  // a copy: emitting moves the graph's nodes
    const std::vector<ValueId> gradients_;
    const int first_;  // of the nodes that it emits
};

void Differentiator::run() {
    for (size_t i = graph_.nodes.size(); i-- > 0;) {
        const Node node = graph_.nodes[i];
        const OpType& op = findOp(node.op);
        if (!op.gradient) continue;
        bool needed = false, reached = false;
        for (ValueId input : node.inputs) needed |= varies(input);
        if (!needed) continue;
        std::vector<ValueId> gradients;
        for (ValueId output : node.outputs) {
            gradients.push_back(gradientOf(output));
            reached |= gradients.back() != kNoValue;
        }
        if (!reached) continue;
        RuleContext context(graph_, *this, node, std::move(gradients));
        op.gradient(context);
    }
}

}  // namespace

std::vector<ValueId> addGradient(Graph& graph, const std::vector<std::pair<ValueId, ValueId>>& seeds,
                                 const std::vector<ValueId>& targets) {
    Differentiator differentiator(graph, targets);
    for (const auto& [value, seed] : seeds) differentiator.add(value, seed);
    differentiator.run();
    std::vector<ValueId> gradients;
    for (ValueId target : targets) {
        gradients.push_back(differentiator.gradientOf(target));
        if (gradients.back() == kNoValue)
            throw Error(Message("gradient of {name}", graph.value(target).name), "a way from it to the loss", "none");
    }
    return gradients;
}

std::vector<ValueId> addGradient(Graph& graph, ValueId loss, const std::vector<ValueId>& targets) {
    if (graph.value(loss).shape.elements() != 1)
        throw Error(Message("gradient of {name}", graph.value(loss).name), "a single number",
                    graph.value(loss).shape.toString());
    const ValueId one = graph.addConstant(1, graph.value(loss).shape);
    return addGradient(graph, {{loss, one}}, targets);
}

}  // namespace tl
