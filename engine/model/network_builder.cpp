// The build context that layers emit their ops into.
#include "engine/model/network_builder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/lower_case.h"

namespace tl {

NetworkBuilder::NetworkBuilder(int64_t batch, bool training, Shape dataShape, DType dataType, LabelFacts labels,
                               std::vector<double> views)
    : batch_(batch * static_cast<int64_t>(views.size())), samples_(batch), views_(std::move(views)),
      training_(training), dataShape_(std::move(dataShape)), dataType_(dataType), labelFacts_(std::move(labels)) {}

void NetworkBuilder::add(const LayerType& type, const std::string& node, const Properties& properties,
                         std::vector<ValueId> inputs) {
    const PropertyReader reader(type.properties, properties, node);
    node_ = node;
    properties_ = &reader;
    inputs_ = std::move(inputs);
    first_ = true;
    opCounts_.clear();
    const auto freezable = std::any_of(type.properties.begin(), type.properties.end(),
                                       [](const Property& property) { return property.key == "trainable"; });
    trainable_ = !freezable || reader.boolean("trainable");
    type.build(*this);
    properties_ = nullptr;
    if (type.hasOutput && !result_.outputs.count(node))
        throw Error(Message("{node}: the build rule of {name} sets no output.", node, type.id));
}

// The first op has the node's own name, as in "conv_1"; further ones "conv_1/activation",
// "conv_1/activation_2".
std::string NetworkBuilder::opName(const std::string& op) {
    std::string lower = lowerCase(op);
    const int count = ++opCounts_[lower];
    if (count > 1) lower += "_" + std::to_string(count);
    return lower;
}

ValueId NetworkBuilder::asFloat(ValueId value) {
    if (value == kNoValue || result_.graph.value(value).dtype != DType::UInt8) return value;
    const auto known = floats_.find(value);
    if (known != floats_.end()) return known->second;
    const ValueId made =
        result_.graph.addNode("Rescale", node_ + "/to_float", {value}, {{"scale", 1.0}, {"offset", 0.0}}, node_)[0];
    result_.graph.value(made).name = node_ + "/to_float";
    return floats_[value] = made;
}

std::vector<ValueId> NetworkBuilder::emit(const std::string& op, std::vector<ValueId> inputs, Attributes attributes,
                                          Phase phase) {
    // Images come as bytes, and only Rescale reads those.
    if (op != "Rescale")
        for (ValueId& input : inputs) input = asFloat(input);
    const std::string suffix = opName(op);
    const bool first = std::exchange(first_, false);
    auto outputs = result_.graph.addNode(op, first ? node_ : node_ + "/" + suffix, std::move(inputs),
                                         std::move(attributes), node_, phase);
    if (phase == Phase::Forward)
        for (size_t i = 0; i < outputs.size(); ++i)
            result_.graph.value(outputs[i]).name = node_ + "/" + suffix + (i == 0 ? "" : ":" + std::to_string(i));
    return outputs;
}

ValueId NetworkBuilder::parameter(const std::string& name, Shape shape) {
    Initializer initializer = initializerOf(*properties_, name, shape);
    return parameter(name, std::move(shape), std::move(initializer));
}

// A frozen layer's weights cost nothing, as in Keras.
ValueId NetworkBuilder::parameter(const std::string& name, Shape shape, Initializer initializer) {
    const std::string full = node_ + "/" + name;
    if (shape.isAbsurd())
        throw Error(full, "a weight that a memory can hold", shape.toString(), "Make the layer's numbers smaller.");
    const ValueId value = result_.graph.addParameter(full, std::move(shape));
    WeightRules rules = trainable_ ? rulesOf(*properties_, name) : WeightRules{};
    penalise(full, value, rules.l1, rules.l2);
    result_.parameters.push_back({full, value, trainable_, std::move(initializer), std::move(rules.constraint)});
    return value;
}

void NetworkBuilder::penalise(const std::string& name, ValueId value, double l1, double l2) {
    if (l1 > 0 || l2 > 0)
        penalties_.push_back(
            result_.graph.addNode("WeightPenalty", name + "/penalty", {value}, {{"l1", l1}, {"l2", l2}}, node_)[0]);
}

ValueId NetworkBuilder::state(const std::string& name, Shape shape, float initialValue) {
    const std::string full = node_ + "/" + name;
    const ValueId value = result_.graph.addState(full, std::move(shape));
    result_.states.push_back({full, value, initialValue});
    return value;
}

ValueId NetworkBuilder::measured(const std::string& name, Shape shape, Initializer initializer) {
    const bool trainable = std::exchange(trainable_, false);
    const ValueId value = parameter(name, std::move(shape), std::move(initializer));
    trainable_ = trainable;
    return value;
}

void NetworkBuilder::adapt(ValueId x, const std::vector<ValueId>& states, ValueId count, AdaptationMaker make,
                           int64_t images) {
    const auto name = [&](ValueId value) { return result_.graph.value(value).name; };
    BuiltAdaptation adaptation{asFloat(x), {}, name(count), std::move(make), images};
    for (const ValueId state : states) adaptation.states.push_back(name(state));
    result_.adaptations.push_back(std::move(adaptation));
}

ValueId NetworkBuilder::dataInput() {
    if (data_ == kNoValue) {
        if (dataShape_.rank() == 0)
            throw Error(
                Message("{node}: the input's shape is not known. Open a data set or set the Input's shape.", node_));
        data_ = result_.graph.addInput("data", dataShape_.withBatch(batch_), dataType_);
    }
    return data_;
}

ValueId NetworkBuilder::input(const std::string& name, DType type) {
    const ValueId known = result_.graph.find(name);
    return known != kNoValue ? known : result_.graph.addInput(name, {samples_}, type);
}

ValueId NetworkBuilder::overViews(ValueId scores) {
    batch_ = samples_;
    if (views_.size() == 1) return scores;
    // Raw scores are averaged; what makes probabilities of them follows.
    std::optional<Node> last;
    if (const Value& value = result_.graph.value(scores); value.kind == ValueKind::Computed) {
        const Node& made = result_.graph.nodes[static_cast<size_t>(value.producer)];
        if (made.op == "Softmax" || made.attributes.text("kind", "") == "sigmoid") last = made;
    }
    const ValueId each = last ? last->inputs[0] : scores;
    const Shape shape = result_.graph.value(each).shape.withoutBatch().withBatch(samples_);
    const auto count = static_cast<int64_t>(views_.size());
    std::vector<ValueId> shares;
    for (const double share : views_) shares.push_back(result_.graph.addConstant(share, {1, 1}));
    BuildContext& context = *this;  // whose arguments have defaults
    const ValueId weights = context.emit("Concat", shares, {{"axis", int64_t{1}}})[0];
    const ValueId rows = context.emit("Reshape", {each}, {{"shape", std::vector<int64_t>{count, shape.elements()}}})[0];
    const ValueId mean = context.emit("MatMul", {weights, rows})[0];
    const ValueId y = context.emit("Reshape", {mean}, {{"shape", shape.dims()}})[0];
    return last ? context.emit(last->op, {y}, last->attributes)[0] : y;
}

std::vector<ValueId> NetworkBuilder::labelInputs() {
    if (!training_ || !labelFacts_.mixed) return {labels()};
    return {labels(), input("other_labels", DType::Int32), input("label_shares", DType::Float32)};
}

void NetworkBuilder::setOutput(ValueId value) {
    result_.outputs[node_] = value;
    // A layer that only passes its input on leaves the name to the one that made it.
    Value& made = result_.graph.value(value);
    if (made.kind == ValueKind::Computed && made.name.rfind(node_ + "/", 0) == 0) made.name = node_ + "/output";
    const WeightRules rules = rulesOf(*properties_, "activity");
    const auto batch = static_cast<double>(batch_);
    penalise(node_ + "/activity", value, rules.l1 / batch, rules.l2 / batch);
}

void NetworkBuilder::setLoss(ValueId scalar) {
    if (result_.loss != kNoValue)
        throw Error(Message("{node}: the network has a loss already. Keep one Output.", node_));
    if (!penalties_.empty()) {
        result_.graph.value(scalar).name = node_ + "/data_loss";
        penalties_.insert(penalties_.begin(), scalar);
        scalar = result_.graph.addNode("Add", node_ + "/sum", penalties_, {}, node_)[0];
    }
    result_.loss = scalar;
    result_.graph.value(scalar).name = node_ + "/loss";
}

void NetworkBuilder::addMetric(const std::string& name, ValueId sums, MetricValue value) {
    result_.graph.value(sums).name = node_ + "/" + name;
    result_.metrics.push_back({name, sums, std::move(value)});
}

}  // namespace tl
