// A property shows itself under its key, Keras's name.
#include "engine/core/property_builders.h"

namespace tl {
namespace {

Property row(PropertyKind kind, const std::string& key, PropertyValue value, const Message& help) {
    Property property;
    property.label = property.key = key;
    property.kind = kind;
    property.defaultValue = std::move(value);
    property.help = help;
    return property;
}

Property between(Property property, double minimum, double maximum) {
    property.minimum = minimum;
    property.maximum = maximum;
    return property;
}

}  // namespace

Property boolProperty(const std::string& key, bool value, const Message& help) {
    return row(PropertyKind::Bool, key, value, help);
}

Property intProperty(const std::string& key, int64_t value, double minimum, double maximum, const Message& help) {
    return between(row(PropertyKind::Int, key, value, help), minimum, maximum);
}

Property floatProperty(const std::string& key, double value, double minimum, double maximum, const Message& help) {
    return between(row(PropertyKind::Float, key, value, help), minimum, maximum);
}

Property choiceProperty(const std::string& key, const std::string& value, std::vector<std::string> choices,
                        const Message& help) {
    Property property = row(PropertyKind::Choice, key, value, help);
    property.choices = std::move(choices);
    return property;
}

Property textProperty(const std::string& key, const std::string& value, const Message& help) {
    return row(PropertyKind::Text, key, value, help);
}

Property listProperty(const std::string& key, std::vector<int64_t> value, int length, double minimum, double maximum,
                      const Message& help) {
    Property property = between(row(PropertyKind::IntList, key, std::move(value), help), minimum, maximum);
    property.listLength = length;
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

Property shownWhen(Property property, const std::string& key, const std::string& value) {
    property.visibleWhenKey = key;
    property.visibleWhenValue = value;
    return property;
}

}  // namespace tl
