// The tape's graph holds shapes and rules, the arrays beside it hold the contents.
#include "engine/eager/tape.h"

#include <algorithm>
#include <map>

#include "engine/backend/step_context.h"
#include "engine/core/error.h"
#include "engine/eager/apply.h"
#include "engine/graph/graph.h"
#include "engine/ops/op.h"

namespace tl::eager {
namespace {

thread_local std::vector<GradientTape*> recording;

}  // namespace

struct GradientTape::Impl {
    Graph graph;
    std::vector<Array> contents;  // by ValueId
    std::map<const void*, ValueId> ids;
    std::map<std::string, StepContext> contexts;  // by a node's layer, which what its rule emits has too
    bool paused = false;

    void hold(ValueId id, const Array& array) {
        contents.resize(graph.values.size());
        contents[static_cast<size_t>(id)] = array;
        ids[array.identity()] = id;
    }
    bool knows(const Array& array) const { return ids.count(array.identity()) != 0; }
    ValueId idOf(const Array& array) {
        if (const auto found = ids.find(array.identity()); found != ids.end()) return found->second;
        const bool opaque = array.layout().opaqueBytes != 0;
        const ValueId id = graph.addInput("array_" + std::to_string(graph.values.size()),
                                          opaque ? Shape{} : array.shape(), array.dtype());
        hold(id, array);
        return id;
    }
    void record(const std::string& op, const std::vector<Array>& inputs, const Attributes& attributes,
                const StepContext& context, const std::vector<Array>& outputs) {
        // What comes of no watched array has no gradient, and neither has an update.
        if (paused || !findOp(op).updates.empty() ||
            std::ranges::none_of(inputs, [&](const Array& input) { return knows(input); }))
            return;
        std::vector<ValueId> from;
        from.reserve(inputs.size());
        for (const Array& input : inputs) from.push_back(idOf(input));
        const std::string name = "op_" + std::to_string(graph.nodes.size());
        const auto to = graph.addNode(op, name, std::move(from), attributes, name);
        contexts[name] = context;
        for (size_t i = 0; i < to.size(); ++i) hold(to[i], outputs[i]);
    }
};

GradientTape::GradientTape() : impl_(std::make_unique<Impl>()) { recording.push_back(this); }
GradientTape::~GradientTape() { std::erase(recording, this); }

void GradientTape::watch(const Array& array) { impl_->idOf(array); }

void GradientTape::recordOnAll(const std::string& op, const std::vector<Array>& inputs, const Attributes& attributes,
                               const StepContext& context, const std::vector<Array>& outputs) {
    for (GradientTape* tape : recording) tape->impl_->record(op, inputs, attributes, context, outputs);
}

std::vector<Array> GradientTape::gradient(const Array& target, const std::vector<Array>& sources) {
    if (!impl_->knows(target))
        throw Error("gradient()", "a target made of watched arrays", "one that is not on the tape",
                    "Call watch() before the ops whose gradient you want.");
    std::vector<ValueId> from;
    for (const Array& source : sources) {
        if (!impl_->knows(source))
            throw Error("gradient()", "sources that were watched", "an array that is not on the tape",
                        "Call watch() before the ops whose gradient you want.");
        from.push_back(impl_->idOf(source));
    }
    Graph graph = impl_->graph;
    const size_t forward = graph.nodes.size();
    const ValueId one = graph.addConstant(1, target.shape());
    const std::vector<ValueId> wanted = addGradient(graph, {{impl_->idOf(target), one}}, from);
    std::vector<bool> needed(graph.values.size(), false);
    for (ValueId id : wanted) needed[static_cast<size_t>(id)] = true;
    std::vector<bool> runs(graph.nodes.size(), false);
    for (size_t i = graph.nodes.size(); i-- > forward;) {
        const Node& node = graph.nodes[i];
        runs[i] = std::ranges::any_of(node.outputs, [&](ValueId id) { return needed[static_cast<size_t>(id)]; });
        if (runs[i])
            for (ValueId id : node.inputs) needed[static_cast<size_t>(id)] = true;
    }

    std::vector<Array> contents = impl_->contents;
    contents.resize(graph.values.size());
    for (size_t i = 0; i < contents.size(); ++i)
        if (const Value& value = graph.values[i]; value.kind == ValueKind::Constant && needed[i])
            contents[i] = Array::full(value.shape, static_cast<float>(value.constant));
    impl_->paused = true;
    try {
        for (size_t i = forward; i < graph.nodes.size(); ++i) {
            if (!runs[i]) continue;
            const Node& node = graph.nodes[i];
            std::vector<Array> inputs;
            for (ValueId id : node.inputs) inputs.push_back(contents[static_cast<size_t>(id)]);
            // A mask is drawn again as the op drew it.
            const auto context = impl_->contexts.find(node.layer);
            const std::vector<Array> outputs = apply(
                node.op, inputs, node.attributes, context == impl_->contexts.end() ? StepContext() : context->second);
            for (size_t k = 0; k < outputs.size(); ++k) contents[static_cast<size_t>(node.outputs[k])] = outputs[k];
        }
    } catch (...) {
        impl_->paused = false;
        throw;
    }
    impl_->paused = false;
    std::vector<Array> gradients;
    gradients.reserve(wanted.size());
    for (ValueId id : wanted) gradients.push_back(contents[static_cast<size_t>(id)]);
    return gradients;
}

}  // namespace tl::eager
