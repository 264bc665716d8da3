// What the losses share, and the look-up over their generated list.
#include <algorithm>
#include <charconv>

#include "engine/core/error.h"
#include "engine/layers/loss_type.h"
#include "engine/layers/support.h"

namespace tl {
namespace losses {
std::vector<LossType> makeAll();

Property labelSmoothing() {
    return floatProperty("label_smoothing", 0, 0, 0.999,
                         "Takes this share of each target away from its class and gives it to all alike, "
                         "against scores that are surer than the data.");
}

Property focusing() {
    return floatProperty("gamma", 2, 0, 100, "How much less well-placed samples count; 0 is no focus.");
}

Property focalAlpha() {
    return floatProperty("alpha", 0.25, 0, 1e6,
                         "Factor of the loss; with class balancing, yes weighs this and no the rest of 1.");
}

}  // namespace losses

const std::vector<LossType>& allLosses() {
    static const std::vector<LossType> all = losses::makeAll();
    return all;
}

const LossType& findLoss(const std::string& id) {
    std::string names;
    for (const LossType& type : allLosses()) {
        if (type.id == id) return type;
        names += (names.empty() ? "" : ", ") + type.id;
    }
    throw Error(Message("The loss \"{name}\"", id), Message("one of {names}", names), "no loss of that name");
}

ValueId LossContext::target(double on, double off) {
    if (context.ends().labelFacts().numbers)
        return context.emit("Reshape", {context.ends().targets()},
                            {{"shape", std::vector<int64_t>{context.batch(), 1}}})[0];
    const Attributes values = {{"depth", std::max<int64_t>(width(), 2)}, {"on_value", on}, {"off_value", off}};
    const ValueId rows = context.emit("OneHot", context.ends().labelInputs(), values)[0];
    if (width() > 1) return rows;
    return context.emit("Slice", {rows}, {{"axis", int64_t{1}}, {"begin", int64_t{1}}, {"end", int64_t{2}}})[0];
}

ValueId LossContext::smoothedTarget(int64_t classes) {
    const double smoothing = number("label_smoothing"), part = smoothing / static_cast<double>(classes);
    return target(1 - smoothing + part, part);
}

ValueId LossContext::weights() {
    if (!context.training() || context.ends().labelFacts().numbers) return kNoValue;
    const auto weights = parseClassWeights(context.properties().text("class_weight"), std::max<int64_t>(width(), 2),
                                           context.ends().labelFacts().counts);
    if (weights.empty()) return kNoValue;
    return context.emit("ClassWeights", context.ends().labelInputs(), {{"weights", Attribute(weights)}})[0];
}

void LossContext::lookThrough(const std::string& activation) {
    const Graph& graph = context.graph();
    const Value& value = graph.value(given);
    if (value.kind == ValueKind::Computed) {
        const Node& node = graph.nodes[static_cast<size_t>(value.producer)];
        if ((activation == "softmax" && node.op == "Softmax") ||
            (node.op == "Activation" && node.attributes.text("kind", "") == activation)) {
            scores = node.inputs[0];
            return;
        }
    }
    prediction = layers::emitActivation(context, given, activation);
}

ValueId LossContext::weighted(const std::string& op, std::vector<ValueId> inputs, Attributes attributes) {
    inputs.push_back(weights());
    if (inputs.back() == kNoValue) inputs.pop_back();
    return context.emit(op, std::move(inputs), std::move(attributes))[0];
}

ValueId LossContext::elementwise(ValueId target, const std::string& kind, Attributes attributes) {
    attributes.set("kind", kind);
    return weighted("ElementwiseLoss", {scores, target}, std::move(attributes));
}

std::vector<double> parseClassWeights(const std::string& text, int64_t classes, std::span<const int64_t> counts) {
    std::vector<double> weights;
    if (text == "balanced") {
        if (counts.size() != static_cast<size_t>(classes)) return {};
        double images = 0;
        for (const int64_t count : counts) images += static_cast<double>(count);
        for (const int64_t count : counts)
            weights.push_back(count > 0 ? images / (static_cast<double>(classes) * static_cast<double>(count)) : 0);
        return weights;
    }
    std::string numbers = text;
    std::ranges::replace(numbers, ' ', ',');
    for (const std::string& part : chosen(numbers)) {
        double weight = 0;
        const auto read = std::from_chars(part.data(), part.data() + part.size(), weight);
        if (read.ec != std::errc() || read.ptr != part.data() + part.size() || !(weight >= 0 && weight < 1e9))
            throw Error(Message(
                "class_weight must be empty, balanced, or a number of 0 or more for each class, not \"{part}\"", part));
        weights.push_back(weight);
    }
    if (!weights.empty() && weights.size() != static_cast<size_t>(classes))
        throw Error(
            Message("class_weight has {count} numbers, and there are {classes} classes", weights.size(), classes));
    return weights;
}

}  // namespace tl
