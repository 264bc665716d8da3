// The rows, rules and sentences that several layers share.
#include "engine/layers/support.h"

#include <algorithm>

#include "engine/core/activation.h"
#include "engine/core/brief.h"

namespace tl::layers {
namespace {

// Activations along the features, and their ops.
constexpr std::pair<const char*, const char*> kAlongFeatures[] = {
    {"softmax", "Softmax"}, {"log_softmax", "LogSoftmax"}, {"sparsemax", "Sparsemax"}};

}  // namespace

Property activationProperty() {
    std::vector<std::string> choices;
    for (const ActivationKind& kind : activationKinds())
        if (kind.act != Act::Threshold) choices.push_back(kind.name);  // Keras has no defaults for its numbers
    for (const auto& [name, op] : kAlongFeatures) choices.push_back(name);
    return choiceProperty("activation", "linear", std::move(choices),
                          "Function applied to the result; linear leaves it as it is. softmax, log_softmax and "
                          "sparsemax look at all features together, the others at each value by itself.");
}

Property paddingProperty() {
    return choiceProperty("padding", "valid", {"valid", "same"},
                          "valid keeps the window inside the image; same pads with zeros so that the output is as "
                          "large as the input, divided by the stride.");
}

Property trainableProperty() {
    return advanced(boolProperty("trainable", true, "Off freezes this layer: training leaves its weights alone."));
}

ValueId emitReshape(BuildContext& context, ValueId x, const Shape& shape) {
    return context.emit("Reshape", {x}, {{"shape", shape.dims()}})[0];
}

std::vector<Property> choiceOf(const Property& choice, const std::vector<Entry>& entries, const std::string& prefix) {
    std::vector<Property> rows{choice};
    for (const Entry& entry : entries) {
        rows[0].choices.push_back(entry.id);
        for (Property own : entry.properties) {
            own.label = own.key;  // it stands below the choice, so its own name says enough
            own.key = prefix + own.key;
            const auto known =
                std::find_if(rows.begin(), rows.end(), [&](const Property& r) { return r.key == own.key; });
            if (known != rows.end()) {
                known->visibleWhenValue += "|" + entry.id;
                continue;
            }
            own.visibleWhenKey = choice.key;
            own.visibleWhenValue = entry.id;
            own.advanced = choice.advanced;
            rows.push_back(std::move(own));
        }
    }
    return rows;
}

int64_t streamOf(const BuildContext& context, const std::string& draw) {
    return static_cast<int64_t>(streamId(context.node() + draw) >> 1);  // stays positive in files
}

void buildDropout(BuildContext& context, bool spatial) {
    const double rate = context.properties().number("rate");
    const ValueId x = context.inputs()[0];
    if (!context.training() || rate == 0) return context.setOutput(x);
    Attributes attributes = {{"rate", rate}, {"stream", streamOf(context)}};
    if (spatial) attributes.set("spatial", int64_t{1});
    context.setOutput(context.emit("Dropout", {x}, attributes)[0]);
}

Affine emitAffine(BuildContext& context, const Shape& shape) {
    const auto of = [&](const char* property, const char* weight, double otherwise) {
        return context.properties().boolean(property) ? context.parameter(weight, shape)
                                                      : context.graph().addConstant(otherwise, shape);
    };
    const ValueId gamma = of("scale", "gamma", 1);
    return {gamma, of("center", "beta", 0)};
}

void addAffine(LayerType& type) {
    type.properties.push_back(boolProperty("center", true, "Adds a learned shift, beta."));
    type.properties.push_back(boolProperty("scale", true, "Multiplies by a learned factor, gamma."));
    addWeight(type, "gamma", "ones");
    addWeight(type, "beta", "zeros");
    type.properties.push_back(trainableProperty());
}

ValueId emitTranspose(BuildContext& context, ValueId x, const std::vector<int64_t>& order) {
    if (std::is_sorted(order.begin(), order.end())) return x;
    return context.emit("Transpose", {x}, {{"perm", order}})[0];
}

int featureAxis(const Shape& shape) { return shape.rank() >= 4 ? 1 : shape.rank() - 1; }

ValueId emitActivation(BuildContext& context, ValueId x, const std::string& activation, Attributes attributes) {
    if (activation == "linear") return x;
    for (const auto& [name, op] : kAlongFeatures) {
        if (activation != name) continue;
        const int rank = context.shape(x).rank();
        if (featureAxis(context.shape(x)) == rank - 1) return context.emit(op, {x})[0];
        std::vector<int64_t> last = {0}, back = {0, rank - 1};
        for (int axis = 2; axis < rank; ++axis) last.push_back(axis), back.push_back(axis - 1);
        last.push_back(1);
        return emitTranspose(context, context.emit(op, {emitTranspose(context, x, last)})[0], back);
    }
    const ActivationKind& kind = activationKind(activation);
    if (kind.kerasAlpha != kind.alpha && !attributes.has("alpha")) attributes.set("alpha", kind.kerasAlpha);
    attributes.set("kind", activation);
    return context.emit("Activation", {x}, attributes)[0];
}

std::string quoted(const std::string& name) { return "“" + name + "”"; }
Message from(Message what, const Producer* producer) {
    return producer ? Message("{what} from {layer}", std::move(what), quoted(producer->node)) : what;
}

Repair insertBefore(const std::string& layerType, int port) {
    Repair repair{Repair::Kind::InsertBefore, Message("Insert {layer}", layerType), layerType, port, {}, {}, {}};
    return repair;
}

Repair insertDense(int64_t units, int port) {
    Repair repair = insertBefore("Dense", port);
    repair.label = Message("Insert Dense with {count} {count|unit|units}", units);
    repair.more = {{"units", units}};
    return repair;
}

Repair changeType(const std::string& layerType) {
    return {Repair::Kind::ChangeType, Message("Use {layer}", layerType), layerType, 0, {}, {}, {}};
}

Repair setProperty(const Message& label, const std::string& key, PropertyValue value, const std::string& node) {
    return {Repair::Kind::SetProperty, label, {}, 0, key, std::move(value), node};
}

std::string times(const std::vector<int64_t>& values) {
    std::string text;
    for (int64_t value : values) text += (text.empty() ? "" : "×") + std::to_string(value);
    return text;
}

std::string shortNumber(double value) { return withDigits(value, 6); }

Message dots(std::initializer_list<Message> parts) {
    Message text;
    for (const Message& part : parts)
        if (!part.empty()) text = text.empty() ? part : Message("{parts} · {next}", text, part);
    return text;
}

Message strideText(const std::vector<int64_t>& strides) {
    if (strides.empty() || std::all_of(strides.begin(), strides.end(), [](int64_t s) { return s == 1; })) return {};
    if (std::all_of(strides.begin(), strides.end(), [&](int64_t s) { return s == strides[0]; }))
        return Message("stride {size}", strides[0]);
    return Message("stride {size}", times(strides));
}

}  // namespace tl::layers
