// One property of a table in one line, for layers, optimizers, schedules, callbacks and augmentations alike.
#pragma once

#include "engine/core/property.h"

namespace tl {

Property boolProperty(const std::string& key, bool value, const Message& help);
Property intProperty(const std::string& key, int64_t value, double minimum, double maximum, const Message& help);
Property floatProperty(const std::string& key, double value, double minimum, double maximum, const Message& help);
Property choiceProperty(const std::string& key, const std::string& value, std::vector<std::string> choices,
                        const Message& help);
Property textProperty(const std::string& key, const std::string& value, const Message& help);
// length 0 = any; the range is of each element.
Property listProperty(const std::string& key, std::vector<int64_t> value, int length, double minimum, double maximum,
                      const Message& help);
Property advanced(Property property);
Property withUnit(Property property, const std::string& unit);
// Shown only while another property has this value, or one of several: "l1|l1_l2".
Property shownWhen(Property property, const std::string& key, const std::string& value);

}  // namespace tl
