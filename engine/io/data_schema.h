// What making a table's columns ready learned, as JSON in checkpoints: numbers to the last bit.
#pragma once

#include "engine/io/json.h"

#include "engine/data/columns.h"

namespace tl {

nlohmann::json toJson(const DataSchema& schema);
// Throws Error or nlohmann's exception for what is none, or does not fit together.
DataSchema dataSchemaFrom(const nlohmann::json& value);

}  // namespace tl
