// What callbacks may watch: the values that every epoch of a run will have, known before it begins.
#pragma once

#include <string>
#include <vector>

#include "engine/core/message.h"
#include "engine/core/typed_properties.h"

namespace tl {

struct NetworkSpec;

// "loss", "val_accuracy"; validated: there is a validation split.
std::vector<std::string> epochValues(const NetworkSpec& network, bool validated);
// That the callback watches a value which is none of these: a sentence, or empty.
Message watchesNothing(const TypedProperties& callback, const std::vector<std::string>& values);

}  // namespace tl
