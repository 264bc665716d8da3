// A number among the properties of an optimizer or a schedule, in one line.
#pragma once

#include <utility>

#include "engine/core/property.h"

namespace tl {

inline Property floatProperty(std::string key, double value, double minimum, double maximum, std::string help,
                              bool advanced = false) {
    Property property;
    property.key = key;
    property.label = std::move(key);
    property.kind = PropertyKind::Float;
    property.defaultValue = value;
    property.minimum = minimum;
    property.maximum = maximum;
    property.help = std::move(help);
    property.advanced = advanced;
    return property;
}

inline Property boolProperty(std::string key, bool value, std::string help, bool advanced = false) {
    Property property = floatProperty(std::move(key), 0, -1e300, 1e300, std::move(help), advanced);
    property.kind = PropertyKind::Bool;
    property.defaultValue = value;
    return property;
}

}  // namespace tl
