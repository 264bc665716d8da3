// See the header.
#include "engine/graph/step_spans.h"

#include <array>

namespace tl {

SpanCategory categoryOf(Phase phase) {
    return phase == Phase::Forward  ? SpanCategory::Forward
           : phase == Phase::Update ? SpanCategory::Update
                                    : SpanCategory::Backward;
}

SpanName phaseSpan(Phase phase) {
    static const std::array<SpanName, kPhases.size()> names = [] {
        std::array<SpanName, kPhases.size()> made{};
        for (const Phase each : kPhases)
            made[static_cast<size_t>(each)] = spanName(
                {each == Phase::Accumulate ? "accumulate" : nameOf(categoryOf(each)), {}, {}, categoryOf(each)});
        return made;
    }();
    return names[static_cast<size_t>(phase)];
}

SpanName spanOf(const Schedule& schedule, size_t step, double share) {
    const ScheduledStep& scheduled = schedule.steps[step];
    const StepCost& cost = schedule.cost.steps[step];
    return spanName({scheduled.node.op, scheduled.node.layer, scheduled.kernel.implementation,
                     categoryOf(scheduled.node.phase), share * cost.flops, share * cost.bytes});
}

}  // namespace tl
