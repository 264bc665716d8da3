// Events as the journal keeps them: all but steps as JSON objects, steps as columns. For .cpp files only, since it
// brings nlohmann's header in.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/train/events.h"

namespace tl {

const char* nameOf(RunState state);

nlohmann::json toJson(const Event& event);  // of any but a StepRecord
// Nothing for an event that a later program wrote and this one does not know.
std::optional<Event> eventFromJson(const nlohmann::json& value);

// Steps with the same metrics. A header tells the columns, so that more can come; then each column's numbers, little
// endian.
std::string stepColumns(std::span<const StepRecord> steps);
// Throws Error where the bytes are no such columns.
std::vector<StepRecord> stepsFromColumns(std::string_view bytes);
void checkColumns(std::string_view bytes);  // throws as that does

// A confusion matrix is mostly zeros: its count of cells, then for each other cell how many lie between it and the one
// before, and its count; as varints.
std::string matrixBytes(std::span<const int64_t> cells);
// Throws Error where the bytes are no such matrix.
std::vector<int64_t> matrixFromBytes(std::string_view bytes);

}  // namespace tl
