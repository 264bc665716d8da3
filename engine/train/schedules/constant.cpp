// The rate as it was set, from the first step to the last. The schedule that every other one is measured against, and
// the default.
#include "engine/train/optimizer.h"

namespace tl::schedules {

ScheduleType constant() {
    ScheduleType type;
    type.id = "constant";
    type.title = Message("Constant");
    type.help = "The same rate at every step.";
    type.rate = [](double base, int64_t, const RunLength&, const PropertyReader&) { return base; };
    return type;
}

}  // namespace tl::schedules
