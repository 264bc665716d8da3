// Reads, checks, prints and parses property values. A whole number is accepted wherever a decimal one is
// wanted, since JSON and people write 1 for 1.0; nothing else is converted.
#include "engine/core/property.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/core/brief.h"
#include "engine/core/error.h"

namespace tl {
namespace {

Message kindName(PropertyKind kind) {
    switch (kind) {
    case PropertyKind::Bool: return "true or false";
    case PropertyKind::Int: return "a whole number";
    case PropertyKind::Float: return "a number";
    case PropertyKind::Choice: return "one of its choices";
    case PropertyKind::Text: return Message("text");
    case PropertyKind::IntList: return "a list of whole numbers";
    case PropertyKind::Choices: return "a list of its choices";
    }
    return "?";
}

bool fitsKind(PropertyKind kind, const PropertyValue& value) {
    switch (kind) {
    case PropertyKind::Bool: return std::holds_alternative<bool>(value);
    case PropertyKind::Int: return std::holds_alternative<int64_t>(value);
    case PropertyKind::Float: return std::holds_alternative<double>(value) || std::holds_alternative<int64_t>(value);
    case PropertyKind::Choice:
    case PropertyKind::Choices:
    case PropertyKind::Text: return std::holds_alternative<std::string>(value);
    case PropertyKind::IntList: return std::holds_alternative<std::vector<int64_t>>(value);
    }
    return false;
}

// "between 1 and 8", "at least 1", "at most 8"; empty where any number will do.
Message rangeText(const Property& property) {
    const bool low = property.minimum > -1e299, high = property.maximum < 1e299;
    Message text;
    if (low && high)
        text = Message("between {low} and {high}", property.minimum, property.maximum);
    else if (low)
        text = Message("at least {low}", property.minimum);
    else if (high)
        text = Message("at most {high}", property.maximum);
    return property.unit.empty() ? text : Message("{range} {unit}", text, property.unit);
}

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

template <typename T>
bool parseNumber(const std::string& text, T& value) {
    const char* begin = text.data() + (text.size() > 1 && text[0] == '+' ? 1 : 0);
    const auto result = std::from_chars(begin, text.data() + text.size(), value);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

// "3", "3 x 3", "3×3", "3,3" and "[3, 3]" are all lists; false where a part is no number.
bool parseList(std::string text, std::vector<int64_t>& values) {
    for (size_t at; (at = text.find("×")) != std::string::npos;) text.replace(at, std::string("×").size(), 1, ' ');
    for (char& c : text)
        if (c == ',' || c == 'x' || c == 'X' || c == '[' || c == ']' || c == '(' || c == ')') c = ' ';
    size_t at = 0;
    while ((at = text.find_first_not_of(" \t", at)) != std::string::npos) {
        const size_t end = std::min(text.find_first_of(" \t", at), text.size());
        int64_t value = 0;
        if (!parseNumber(text.substr(at, end - at), value)) return false;
        values.push_back(value);
        at = end;
    }
    return true;
}

const Property* find(const std::vector<Property>& table, const std::string& key) {
    for (const Property& property : table)
        if (property.key == key) return &property;
    return nullptr;
}

const PropertyValue& valueOf(const Property& property, const Properties& values) {
    const auto found = values.find(property.key);
    return found == values.end() ? property.defaultValue : found->second;
}

}  // namespace

PropertyReader::PropertyReader(const std::vector<Property>& table, const Properties& values, Message owner)
    : table_(table), values_(values), owner_(std::move(owner)) {}

const PropertyValue& PropertyReader::value(const std::string& key) const {
    if (const Property* property = find(table_, key)) {
        const PropertyValue& found = valueOf(*property, values_);
        if (!fitsKind(property->kind, found))
            throw Error(Message("{owner}.{key}", owner_, key), kindName(property->kind),
                        Message("\"{value}\"", toString(found)));
        return found;
    }
    std::vector<std::string> keys;
    for (const Property& property : table_) keys.push_back(property.key);
    throw Error(Message("{owner} has no property \"{key}\". It has: {known}.", owner_, key, keys));
}

std::vector<std::string> PropertyReader::choices(const std::string& key) const { return chosen(text(key)); }

bool PropertyReader::has(const std::string& key) const { return find(table_, key) != nullptr; }

namespace {

template <typename T>
const T& get(const PropertyValue& value, const Message& owner, const std::string& key) {
    if (const T* typed = std::get_if<T>(&value)) return *typed;
    throw Error(Message("{owner}.{key} is of another type than it is read as.", owner, key));
}

}  // namespace

bool PropertyReader::boolean(const std::string& key) const { return get<bool>(value(key), owner_, key); }
int64_t PropertyReader::integer(const std::string& key) const { return get<int64_t>(value(key), owner_, key); }

double PropertyReader::number(const std::string& key) const {
    const PropertyValue& found = value(key);
    if (const int64_t* whole = std::get_if<int64_t>(&found)) return static_cast<double>(*whole);
    return get<double>(found, owner_, key);
}

const std::string& PropertyReader::text(const std::string& key) const {
    return get<std::string>(value(key), owner_, key);
}

const std::vector<int64_t>& PropertyReader::list(const std::string& key) const {
    return get<std::vector<int64_t>>(value(key), owner_, key);
}

std::vector<std::string> chosen(const std::string& text) {
    std::vector<std::string> parts;
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.find(',', begin), text.size());
        if (std::string part = trimmed(text.substr(begin, end - begin)); !part.empty())
            parts.push_back(std::move(part));
        begin = end + 1;
    }
    std::erase(parts, "none");
    return parts;
}

bool isVisible(const Property& property, const std::vector<Property>& table, const Properties& values) {
    const Property* other = find(table, property.visibleWhenKey);
    if (!other) return true;
    if (!isVisible(*other, table, values)) return false;
    const std::string wanted = "|" + property.visibleWhenValue + "|", value = toString(valueOf(*other, values));
    const auto parts = other->kind == PropertyKind::Choices ? chosen(value) : std::vector<std::string>{value};
    return std::any_of(parts.begin(), parts.end(),
                       [&](const std::string& part) { return wanted.find("|" + part + "|") != std::string::npos; });
}

Message checkProperty(const Property& property, const PropertyValue& value) {
    const std::string& name = property.key;
    if (!fitsKind(property.kind, value)) {
        const Message wanted = property.kind == PropertyKind::Choice ? Message("one of {known}", property.choices)
                                                                     : kindName(property.kind);
        return Message("{property} must be {wanted}, not \"{value}\"", name, wanted, toString(value));
    }
    const auto outside = [&](double x) { return !(x >= property.minimum && x <= property.maximum); };
    switch (property.kind) {
    case PropertyKind::Int:
        if (outside(static_cast<double>(std::get<int64_t>(value))))
            return Message("{property} must be {wanted}, not {value}", name, rangeText(property), toString(value));
        break;
    case PropertyKind::Float: {
        const double* decimal = std::get_if<double>(&value);
        const double x = decimal ? *decimal : static_cast<double>(std::get<int64_t>(value));
        if (!std::isfinite(x))
            return Message("{property} must be {wanted}, not {value}", name, "a finite number", toString(value));
        if (outside(x))
            return Message("{property} must be {wanted}, not {value}", name, rangeText(property), toString(value));
        break;
    }
    case PropertyKind::Choice: {
        const auto& text = std::get<std::string>(value);
        if (std::find(property.choices.begin(), property.choices.end(), text) == property.choices.end())
            return Message("{property} must be one of {known}, not \"{value}\"", name, property.choices, text);
        break;
    }
    case PropertyKind::IntList: {
        const auto& list = std::get<std::vector<int64_t>>(value);
        if (property.listLength > 0 && list.size() != static_cast<size_t>(property.listLength))
            return Message("{property} must be {count} {count|number|numbers}, not {found}", name, property.listLength,
                           list.size());
        for (int64_t element : list)
            if (outside(static_cast<double>(element)))
                return Message("Each number of {property} must be {wanted}, not {value}", name, rangeText(property),
                               element);
        break;
    }
    case PropertyKind::Choices:
        for (const std::string& part : chosen(std::get<std::string>(value)))
            if (std::find(property.choices.begin(), property.choices.end(), part) == property.choices.end())
                return Message("{property} must be some of {known}; \"{value}\" is none of them", name,
                               property.choices, part);
        break;
    case PropertyKind::Bool:
    case PropertyKind::Text: break;
    }
    return {};
}

std::string toString(const PropertyValue& value) {
    struct Printer {
        std::string operator()(bool x) const { return x ? "true" : "false"; }
        std::string operator()(int64_t x) const { return std::to_string(x); }
        std::string operator()(double x) const { return shortest(x); }
        std::string operator()(const std::string& x) const { return x; }
        std::string operator()(const std::vector<int64_t>& list) const {
            std::string text;
            for (int64_t x : list) text += (text.empty() ? "" : " × ") + std::to_string(x);
            return text;
        }
    };
    return std::visit(Printer{}, value);
}

PropertyValue parseProperty(const Property& property, const std::string& given) {
    const std::string text = trimmed(given);
    PropertyValue value = text;
    switch (property.kind) {
    case PropertyKind::Bool:
        if (text == "true" || text == "1" || text == "yes" || text == "on") value = true;
        if (text == "false" || text == "0" || text == "no" || text == "off") value = false;
        break;
    case PropertyKind::Int:
        if (int64_t whole = 0; parseNumber(text, whole)) value = whole;
        break;
    case PropertyKind::Float: {
        double decimal = 0, divisor = 1;
        const size_t slash = text.find('/');  // "1/255"
        if (slash != std::string::npos && parseNumber(trimmed(text.substr(0, slash)), decimal) &&
            parseNumber(trimmed(text.substr(slash + 1)), divisor) && divisor != 0)
            value = decimal / divisor;
        else if (parseNumber(text, decimal))
            value = decimal;
        break;
    }
    case PropertyKind::IntList: {
        std::vector<int64_t> list;
        if (!parseList(text, list)) break;
        if (list.size() == 1 && property.listLength > 1)  // "3" for a kernel of 3 × 3
            list.assign(static_cast<size_t>(property.listLength), list[0]);
        value = list;
        break;
    }
    case PropertyKind::Choice:
    case PropertyKind::Choices:
    case PropertyKind::Text: break;
    }
    const Message problem = checkProperty(property, value);
    if (!problem.empty()) throw Error(Message("{fault}.", problem));
    return value;
}

}  // namespace tl
