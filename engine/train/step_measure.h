// How long each kernel of a network's training step takes here: a few real steps on made-up data and fresh weights,
// which leave nothing behind.
#pragma once

#include "engine/train/step_plan.h"

namespace tl {

// Seconds by Plan::steps(), the median of each. Runs for about `seconds` on the calling thread and the plan's team.
// Throws as StepPlan does.
std::vector<double> measureSteps(const NetworkSpec& network, const DataFacts& facts, int64_t batch,
                                 const StepPlanOptions& options, double seconds);

}  // namespace tl
