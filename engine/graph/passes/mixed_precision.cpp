// Values between ops become bfloat16 or float16 where the ops' own table (OpType::precision) allows it: convolutions
// and products take and give 16 bits, what lies between two of them follows, the rest stays in float32 and so do
// parameters and state. A convolution or product whose kernel does not know the type, or is much slower in it, reads
// and writes float32 copies of 16-bit values: the same numbers and the same memory between ops on every processor.
#include <algorithm>
#include <map>

#include "engine/graph/passes/pass.h"
#include "engine/ops/op.h"

namespace tl::passes {
namespace {

bool listed(const std::vector<int>& indices, size_t index) {
    return std::find(indices.begin(), indices.end(), static_cast<int>(index)) != indices.end();
}

class Rewriter {
public:
    Rewriter(Graph& graph, const PassContext& context) : graph_(graph), half_(context.precision), context_(context) {}

    void run() {
        decide();
        std::vector<Node> nodes = std::move(graph_.nodes);
        graph_.nodes.clear();
        for (Node& node : nodes) rewrite(std::move(node));
        for (Value& value : graph_.values) value.producer = -1;
        for (size_t i = 0; i < graph_.nodes.size(); ++i)
            for (ValueId output : graph_.nodes[i].outputs) graph_.value(output).producer = static_cast<int>(i);
    }

private:
    bool accepts(const Node& node) const { return context_.accepts && context_.accepts(graph_, node, half_); }

    // Whether an output takes the type that its node works in; a workspace, which is no float, does not.
    bool follows(const OpType& op, const Node& node, size_t output) const {
        return !listed(op.fullOutputs, output) && graph_.value(node.outputs[output]).dtype == DType::Float32;
    }

    // From the last node to the first: which values does somebody want in 16 bits, and which nodes work in them.
    void decide() {
        wanted_.assign(graph_.values.size(), false);
        works_.assign(graph_.nodes.size(), false);
        for (size_t i = graph_.nodes.size(); i-- > 0;) {
            const Node& node = graph_.nodes[i];
            const OpType& op = findOp(node.op);
            bool works = op.precision == Precision::Compute;
            if (op.precision == Precision::Follow && accepts(node))
                for (size_t k = 0; k < node.outputs.size(); ++k)
                    works |= follows(op, node, k) && wanted_[index(node.outputs[k])];
            works_[i] = works;
            // Such a node reads and writes one type, whoever wants its other results.
            if (works && op.precision == Precision::Follow)
                for (size_t k = 0; k < node.outputs.size(); ++k)
                    if (follows(op, node, k)) wanted_[index(node.outputs[k])] = true;
            if (!works) continue;
            for (size_t k = 0; k < node.inputs.size(); ++k)
                if (!listed(op.fullInputs, k)) wanted_[index(node.inputs[k])] = true;
        }
    }

    void rewrite(Node node) {
        const OpType& op = findOp(node.op);
        bool works = works_[made_++];
        // A sum over 16-bit values (a bias's gradient) reads them as they are.
        if (!works && op.precision == Precision::Follow && accepts(node) && !node.inputs.empty())
            works = graph_.value(node.inputs[0]).dtype == half_ && op.fullOutputs.size() == node.outputs.size();
        const bool native = accepts(node);
        for (size_t i = 0; i < node.inputs.size(); ++i) {
            const bool half = works && !listed(op.fullInputs, i);
            if (half) node.inputs[i] = narrowed(node.inputs[i]);
            if (!half || !native) node.inputs[i] = widened(node.inputs[i], node.phase);
        }
        std::vector<std::pair<ValueId, ValueId>> casts;
        for (size_t i = 0; works && i < node.outputs.size(); ++i) {
            const ValueId id = node.outputs[i];
            if (listed(op.fullOutputs, i) || !wanted_[index(id)] || graph_.value(id).dtype != DType::Float32) continue;
            if (!native) {
                node.outputs[i] = copyOf(id, DType::Float32);
                casts.emplace_back(node.outputs[i], id);
            }
            graph_.value(id).dtype = half_;
        }
        const Phase phase = node.phase;
        const std::string layer = node.layer;
        push(std::move(node));
        for (const auto& [from, to] : casts) addCast(from, to, phase, layer);
    }

    // The value in 16 bits, made once, in the phase that the value itself is made in.
    ValueId narrowed(ValueId id) {
        if (graph_.value(id).dtype != DType::Float32) return id;
        const auto [place, fresh] = narrow_.try_emplace(id, kNoValue);
        if (!fresh) return place->second;
        const ValueId copy = copyOf(id, half_);
        const auto producer = phases_.find(id);
        addCast(id, copy, producer == phases_.end() ? Phase::Forward : producer->second.first,
                producer == phases_.end() ? "" : producer->second.second);
        return place->second = copy;
    }

    // The value in float32, once for each phase, so that a wide copy does not live from forward to backward.
    ValueId widened(ValueId id, Phase phase) {
        if (graph_.value(id).dtype != half_) return id;
        const auto [place, fresh] = wide_.try_emplace({id, phase}, kNoValue);
        if (!fresh) return place->second;
        const ValueId copy = copyOf(id, DType::Float32);
        addCast(id, copy, phase, "");
        return place->second = copy;
    }

    ValueId copyOf(ValueId id, DType type) {
        Value value = graph_.value(id);
        value.name += "/" + std::string(nameOf(type));
        value.dtype = type;
        value.kind = ValueKind::Computed;
        graph_.values.push_back(std::move(value));
        wanted_.push_back(false);
        return static_cast<ValueId>(graph_.values.size()) - 1;
    }

    void addCast(ValueId from, ValueId to, Phase phase, const std::string& layer) {
        const std::string type(nameOf(graph_.value(to).dtype));
        push({"Cast", graph_.value(to).name, layer, {{"to", type}}, {from}, {to}, phase});
    }

    void push(Node node) {
        for (ValueId output : node.outputs) phases_[output] = {node.phase, node.layer};
        graph_.nodes.push_back(std::move(node));
    }

    static size_t index(ValueId id) { return static_cast<size_t>(id); }

    Graph& graph_;
    const DType half_;
    const PassContext& context_;
    std::vector<bool> wanted_, works_;  // by value; by node as it was
    size_t made_ = 0;
    std::map<ValueId, ValueId> narrow_;
    std::map<std::pair<ValueId, Phase>, ValueId> wide_;
    std::map<ValueId, std::pair<Phase, std::string>> phases_;  // of each value made so far, and its layer
};

}  // namespace

Pass mixedPrecision() {
    return {"mixed_precision", false, [](Graph& graph, const PassContext& context) {
                if (isHalf(context.precision)) Rewriter(graph, context).run();
            }};
}

}  // namespace tl::passes
