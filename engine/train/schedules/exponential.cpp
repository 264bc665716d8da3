// A rate that falls by the same factor over every span of steps: Keras's ExponentialDecay.
#include "engine/train/schedules/support.h"

namespace tl::schedules {

ScheduleType exponential() {
    ScheduleType type;
    type.id = "exponential";
    type.title = Message("Exponential");
    type.help = "Falls by the same share at every step.";
    type.properties =
        joined({{floatProperty("decay_rate", 0.01, 1e-12, 1, "What the rate is multiplied by over the span.")},
                kDecay.rows(1, "The span: the part of all steps over which the rate falls by decay_rate."),
                {advanced(boolProperty("staircase", false, "Falls only at the end of each span."))}});
    type.rate = [](double base, int64_t step, const RunLength& run, const PropertyReader& properties) {
        const double span = kDecay.of(properties, run), at = static_cast<double>(step);
        const double spans = properties.boolean("staircase") ? wholeSpans(at, span) : at / span;
        return base * std::pow(properties.number("decay_rate"), spans);
    };
    return type;
}

}  // namespace tl::schedules
