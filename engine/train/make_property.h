// One property of an optimizer, a schedule or a callback in one line.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/core/property.h"

namespace tl {

inline Property makeProperty(std::string key, PropertyKind kind, PropertyValue value, std::string help,
                             bool advanced = false) {
    Property property;
    property.key = key;
    property.label = std::move(key);
    property.kind = kind;
    property.defaultValue = std::move(value);
    property.help = std::move(help);
    property.advanced = advanced;
    return property;
}

inline Property floatProperty(std::string key, double value, double minimum, double maximum, std::string help,
                              bool advanced = false) {
    Property property = makeProperty(std::move(key), PropertyKind::Float, value, std::move(help), advanced);
    property.minimum = minimum;
    property.maximum = maximum;
    return property;
}

inline Property intProperty(std::string key, int64_t value, double minimum, double maximum, std::string help,
                            bool advanced = false) {
    Property property = makeProperty(std::move(key), PropertyKind::Int, value, std::move(help), advanced);
    property.minimum = minimum;
    property.maximum = maximum;
    return property;
}

inline Property boolProperty(std::string key, bool value, std::string help, bool advanced = false) {
    return makeProperty(std::move(key), PropertyKind::Bool, value, std::move(help), advanced);
}

inline Property textProperty(std::string key, std::string value, std::string help, bool advanced = false) {
    return makeProperty(std::move(key), PropertyKind::Text, std::move(value), std::move(help), advanced);
}

inline Property choiceProperty(std::string key, std::vector<std::string> choices, std::string help,
                               bool advanced = false) {
    Property property = makeProperty(std::move(key), PropertyKind::Choice, choices.front(), std::move(help), advanced);
    property.choices = std::move(choices);
    return property;
}

// Shown only while another property has this value.
inline Property shownWhen(Property property, std::string key, std::string value) {
    property.visibleWhenKey = std::move(key);
    property.visibleWhenValue = std::move(value);
    return property;
}

}  // namespace tl
