// Property tables: what a layer, optimizer or schedule can be told, with everything that an inspector, a file
// and a help page need to know. Values are plain and carry no pointer.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/message.h"

namespace tl {

using PropertyValue = std::variant<bool, int64_t, double, std::string, std::vector<int64_t>>;
using Properties = std::map<std::string, PropertyValue>;

// Choices: any number of the choices, kept as text: "accuracy, precision"; "none" or nothing is an empty list.
enum class PropertyKind { Bool, Int, Float, Choice, Text, IntList, Choices };

struct Property {
    std::string key;  // Keras's name: "kernel_size"
    Message label;    // as shown; Keras's name too, which is the same in every language
    PropertyKind kind = PropertyKind::Int;
    PropertyValue defaultValue = int64_t{0};
    double minimum = -1e300, maximum = 1e300;  // Int, Float and each element of IntList
    std::string unit;                          // "px", "%", or empty
    std::vector<std::string> choices;          // Choice and Choices
    int listLength = 0;                        // IntList: exact length; 0 = any
    Message help;                              // one sentence
    // Shown only when that property has this value, or one of several: "l1|l1_l2".
    std::string visibleWhenKey, visibleWhenValue;
    bool advanced = false;  // folded away at first
};

// The value, or the table's default where it is not set. Throws Error for an unknown key or a wrong type.
class PropertyReader {
public:
    PropertyReader(const std::vector<Property>& table, const Properties& values, Message owner);
    bool boolean(const std::string& key) const;
    int64_t integer(const std::string& key) const;
    double number(const std::string& key) const;
    const std::string& text(const std::string& key) const;
    const std::vector<int64_t>& list(const std::string& key) const;
    std::vector<std::string> choices(const std::string& key) const;
    bool has(const std::string& key) const;  // in the table, set or not

private:
    const PropertyValue& value(const std::string& key) const;
    const std::vector<Property>& table_;
    const Properties& values_;
    Message owner_;
};

// The parts of a Choices' text, which commas part: a name may hold blanks.
std::vector<std::string> chosen(const std::string& text);
// Whether a table's property counts with these values: see visibleWhenKey.
bool isVisible(const Property& property, const std::vector<Property>& table, const Properties& values);

// What is wrong with value for property, without the full stop, or empty. Checks type, range, choice, length.
Message checkProperty(const Property& property, const PropertyValue& value);
// "3 × 3", "0.1" (the shortest text that reads back as the same number), "same", "true".
std::string toString(const PropertyValue& value);
// The inverse, guided by the property's kind, as on a command line: "256", "1/255", "3x3", "3" for a pair. Throws
// Error.
PropertyValue parseProperty(const Property& property, const std::string& text);

}  // namespace tl
