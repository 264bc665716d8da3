// The rows, rules and sentences that several layers share.
#include "engine/layers/support.h"

#include <algorithm>
#include <cstdio>

namespace tl::layers {
namespace {

Property row(PropertyKind kind, const std::string& key, PropertyValue value, const std::string& help) {
    Property property;
    property.key = property.label = key;
    property.kind = kind;
    property.defaultValue = std::move(value);
    property.help = help;
    return property;
}

}  // namespace

Property boolProperty(const std::string& key, bool value, const std::string& help) {
    return row(PropertyKind::Bool, key, value, help);
}

Property intProperty(const std::string& key, int64_t value, double minimum, double maximum, const std::string& help) {
    Property property = row(PropertyKind::Int, key, value, help);
    property.minimum = minimum;
    property.maximum = maximum;
    return property;
}

Property floatProperty(const std::string& key, double value, double minimum, double maximum, const std::string& help) {
    Property property = row(PropertyKind::Float, key, value, help);
    property.minimum = minimum;
    property.maximum = maximum;
    return property;
}

Property choiceProperty(const std::string& key, const std::string& value, std::vector<std::string> choices,
                        const std::string& help) {
    Property property = row(PropertyKind::Choice, key, value, help);
    property.choices = std::move(choices);
    return property;
}

Property listProperty(const std::string& key, std::vector<int64_t> value, int length, double minimum, double maximum,
                      const std::string& help) {
    Property property = row(PropertyKind::IntList, key, std::move(value), help);
    property.listLength = length;
    property.minimum = minimum;
    property.maximum = maximum;
    return property;
}

Property advanced(Property property) {
    property.advanced = true;
    return property;
}

Property withUnit(Property property, const std::string& unit) {
    property.unit = unit;
    return property;
}

Property activationProperty() {
    return choiceProperty("activation", "linear",
                          {"linear", "relu", "leaky_relu", "elu", "gelu", "sigmoid", "tanh", "softmax"},
                          "Function applied to the result, element by element; linear leaves it as it is.");
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

std::vector<Property> choiceOf(Property choice, const std::vector<Entry>& entries, const std::string& prefix) {
    std::vector<Property> rows{choice};
    for (const Entry& entry : entries) {
        rows[0].choices.push_back(entry.id);
        for (Property own : entry.properties) {
            own.key = own.label = prefix + own.key;
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

ValueId emitActivation(BuildContext& context, ValueId x, const std::string& activation, double alpha) {
    if (activation == "linear") return x;
    if (activation == "softmax") return context.emit("Softmax", {x})[0];
    Attributes attributes = {{"kind", activation}};
    if (activation == "leaky_relu" || activation == "elu") attributes.set("alpha", alpha);
    return context.emit("Activation", {x}, attributes)[0];
}

ValueId emitActivation(BuildContext& context, ValueId x, const std::string& activation) {
    return emitActivation(context, x, activation, activation == "leaky_relu" ? kLeakySlope : kEluAlpha);
}

std::string quoted(const std::string& name) { return "“" + name + "”"; }
std::string from(const Producer* producer) { return producer ? " from " + quoted(producer->node) : ""; }

Repair insertBefore(const std::string& layerType, int port) {
    Repair repair{Repair::Kind::InsertBefore, "Insert " + layerType, layerType, port, {}, {}, {}};
    return repair;
}

Repair setProperty(const std::string& label, const std::string& key, PropertyValue value, const std::string& node) {
    return {Repair::Kind::SetProperty, label, {}, 0, key, std::move(value), node};
}

std::string times(const std::vector<int64_t>& values) {
    std::string text;
    for (int64_t value : values) text += (text.empty() ? "" : "×") + std::to_string(value);
    return text;
}

std::string shortNumber(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string dots(std::initializer_list<std::string> parts) {
    std::string text;
    for (const std::string& part : parts)
        if (!part.empty()) text += (text.empty() ? "" : " · ") + part;
    return text;
}

std::string strideText(const std::vector<int64_t>& strides) {
    if (strides.empty() || std::all_of(strides.begin(), strides.end(), [](int64_t s) { return s == 1; })) return {};
    if (std::all_of(strides.begin(), strides.end(), [&](int64_t s) { return s == strides[0]; }))
        return "stride " + std::to_string(strides[0]);
    return "stride " + times(strides);
}

}  // namespace tl::layers
