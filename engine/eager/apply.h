// Runs one op at once. Everything else of the eager API is made of this.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/kernel.h"
#include "engine/eager/array.h"

namespace tl::eager {

// All outputs of an op of docs/ops.md. Tapes that record on this thread learn of it. `context` is for ops that read the
// seed, the step or the learning rate; an update returns the new parameter and slots and leaves its inputs as they are.
// Throws Error where the inputs do not fit.
std::vector<Array> apply(const std::string& op, const std::vector<Array>& inputs, const Attributes& attributes = {},
                         const StepContext& context = {});

}  // namespace tl::eager
