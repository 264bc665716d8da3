// A rate that falls as one over time: Keras's InverseTimeDecay.
#include "engine/train/schedules/support.h"

namespace tl::schedules {

ScheduleType inverse_time() {
    ScheduleType type;
    type.id = "inverse_time";
    type.title = "Inverse time";
    type.help = "Falls fast at first and ever more slowly, as one over time.";
    type.properties =
        joined({{floatProperty("decay_rate", 9, 0, 1e9, "After one span the rate is divided by 1 plus this.")},
                kDecay.rows(1, "The span, as a part of all steps."),
                {advanced(boolProperty("staircase", false, "Falls only at the end of each span."))}});
    type.rate = [](double base, int64_t step, const RunLength& run, const PropertyReader& properties) {
        const double span = kDecay.of(properties, run), at = static_cast<double>(step);
        const double spans = properties.boolean("staircase") ? wholeSpans(at, span) : at / span;
        return base / (1 + properties.number("decay_rate") * spans);
    };
    return type;
}

}  // namespace tl::schedules
