// How a plan's kernels and phases are called on the timeline.
#pragma once

#include "engine/graph/schedule.h"
#include "engine/profile/spans.h"

namespace tl {

SpanCategory categoryOf(Phase phase);
SpanName phaseSpan(Phase phase);
// Of a step of the schedule, or of such a share of its work.
SpanName spanOf(const Schedule& schedule, size_t step, double share = 1);

}  // namespace tl
