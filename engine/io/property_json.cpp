// See the header.
#include "engine/io/property_json.h"

#include <algorithm>
#include <cstdint>

#include "engine/core/error.h"

namespace tl {

using nlohmann::json;

namespace {

bool isWhole(const json& value) {
    return value.is_number_integer() && (!value.is_number_unsigned() || value.get<uint64_t>() <= INT64_MAX);
}

PropertyValue propertyFrom(const json& value, const std::string& path, const Property* property) {
    const bool wantsFloat = property && property->kind == PropertyKind::Float;
    if (value.is_boolean()) return value.get<bool>();
    if (isWhole(value) && !wantsFloat) return value.get<int64_t>();
    if (value.is_number_float() || (value.is_number() && wantsFloat)) return value.get<double>();
    if (value.is_string()) return value.get<std::string>();
    if (value.is_array() && std::all_of(value.begin(), value.end(), isWhole)) return value.get<std::vector<int64_t>>();
    throw Error(Message("The project's property \"{path}\"", path),
                value.is_number() ? "a whole number below 2^63"
                                  : "a number, text, true, false or a list of whole numbers",
                value.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace

json toJsonValue(const Properties& properties) {
    json object = json::object();
    for (const auto& [key, value] : properties)
        object[key] = std::visit([](const auto& inner) { return json(inner); }, value);
    return object;
}

Properties propertiesFromJson(const json& object, const std::string& path, const std::vector<Property>* table) {
    if (!object.is_object()) throw Error(Message("The project's \"{path}\" should be an object in braces.", path));
    Properties properties;
    for (const auto& [key, value] : object.items()) {
        const Property* property = nullptr;
        if (table)
            for (const Property& candidate : *table)
                if (candidate.key == key) property = &candidate;
        properties[key] = propertyFrom(value, path + "." + key, property);
    }
    return properties;
}

}  // namespace tl
