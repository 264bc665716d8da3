// The callbacks as entries of a list of steps, each with what is wrong with its settings.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ui/training/steps_section.h"

namespace tl {

// values: those that every epoch of the run will have, of which a callback may watch one; empty: not known.
std::vector<StepType> callbackSteps(std::function<std::vector<std::string>()> values);

}  // namespace tl
