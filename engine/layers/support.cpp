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

Property textProperty(const std::string& key, const std::string& value, const std::string& help) {
    return row(PropertyKind::Text, key, value, help);
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

int64_t Window::output(int axis, int64_t input) const {
    if (same) return (input + strides[axis] - 1) / strides[axis];
    return input < reach(axis) ? 0 : (input - reach(axis)) / strides[axis] + 1;
}

std::vector<int64_t> Window::pads(int64_t height, int64_t width) const {
    if (!same) return {0, 0, 0, 0};
    const auto total = [&](int axis, int64_t input) {
        return std::max<int64_t>((output(axis, input) - 1) * strides[axis] + reach(axis) - input, 0);
    };
    const int64_t vertical = total(0, height), horizontal = total(1, width);
    return {vertical / 2, horizontal / 2, vertical - vertical / 2, horizontal - horizontal / 2};
}

Window readWindow(const PropertyReader& properties, const std::string& sizeKey, bool dilated) {
    const auto& size = properties.list(sizeKey);
    const auto& strides = properties.list("strides");
    Window window;
    window.size = {size[0], size[1]};
    window.strides = strides.empty() ? window.size : std::array<int64_t, 2>{strides[0], strides.back()};
    if (dilated) {
        const auto& dilations = properties.list("dilation_rate");
        window.dilations = {dilations[0], dilations[1]};
    }
    window.same = properties.text("padding") == "same";
    return window;
}

Attributes windowAttributes(const Window& window, const Shape& input) {
    Attributes attributes;
    attributes.set("kernel_shape", std::vector<int64_t>{window.size[0], window.size[1]});
    attributes.set("strides", std::vector<int64_t>{window.strides[0], window.strides[1]});
    attributes.set("pads", window.pads(input[-2], input[-1]));
    return attributes;
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

ShapeResult wantsImage(const std::string& layer, const ShapeContext& context) {
    const Shape& input = context.inputs[0];
    if (input.rank() == 3) return ShapeResult::of(input);
    const std::string what = input.rank() == 1 ? "a vector of " + input.toString() : input.toString();
    const std::string detail =
        input.rank() == 1 ? "The image's rows and columns are gone before it gets here; move this layer above the "
                            "one that makes a vector."
                          : "";
    return ShapeResult::wrong(
        layer + " wants an image (channels, height, width), and gets " + what + from(context.producer(0)), {}, detail);
}

ShapeResult slide(const std::string& layer, const ShapeContext& context, const Window& window, int64_t channels,
                  const std::string& sizeKey) {
    const Shape& input = context.inputs[0];
    const int64_t height = window.output(0, input[1]), width = window.output(1, input[2]);
    if (height > 0 && width > 0) return ShapeResult::of({channels, height, width});
    const std::string reach = times({window.reach(0), window.reach(1)});
    const std::string dilated =
        window.dilations == std::array<int64_t, 2>{1, 1} ? "" : " (" + sizeKey + " with its dilation)";
    std::vector<Repair> repairs = {setProperty("Set padding to same", "padding", std::string("same"))};
    if (dilated.empty())
        repairs.push_back(
            setProperty("Shrink " + sizeKey + " to the image", sizeKey,
                        std::vector<int64_t>{std::min(window.size[0], input[1]), std::min(window.size[1], input[2])}));
    return ShapeResult::wrong(layer + "'s window is larger than its input: " + reach + dilated + " on " +
                                  times({input[1], input[2]}) + from(context.producer(0)),
                              repairs,
                              "Pooling or strides before it have made the image this small, or it comes small.");
}

ShapeResult poolShape(const std::string& layer, const ShapeContext& context) {
    ShapeResult image = wantsImage(layer, context);
    if (!image.diagnostics.empty()) return image;
    const size_t strides = context.properties.list("strides").size();
    if (strides != 0 && strides != 2)
        return ShapeResult::wrong("strides wants two numbers, or none to move by pool_size",
                                  {setProperty("Move by pool_size", "strides", std::vector<int64_t>{})});
    return slide(layer, context, readWindow(context.properties, "pool_size", false), image.output[0], "pool_size");
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
