// Property values to JSON and back. Numbers keep their kind: 1 and 1.0 differ. For .cpp files only, since it brings
// nlohmann's header in.
#pragma once

#include "engine/io/json.h"
#include <string>
#include <vector>

#include "engine/core/property.h"

namespace tl {

nlohmann::json toJsonValue(const Properties& properties);
// `path` is for errors; with a table, a whole number becomes a decimal one where the property is one. Throws Error for
// what is no property value.
Properties propertiesFromJson(const nlohmann::json& object, const std::string& path,
                              const std::vector<Property>* table = nullptr);

}  // namespace tl
