// A rate that falls to its last value along a power of the way left: Keras's PolynomialDecay. A power of 1 is a
// straight line. With cycle, the span grows by its own length each time it ends, and the rate falls anew from higher
// up.
#include "engine/train/schedules/support.h"

namespace tl::schedules {

ScheduleType polynomial() {
    ScheduleType type;
    type.id = "polynomial";
    type.title = Message("Polynomial");
    type.help = "Falls along a straight line, or a power of it, to the last rate.";
    type.properties =
        joined({{floatProperty("end_learning_rate", 0, 0, 1000, "The rate at the end of the span."),
                 floatProperty("power", 1, 0.01, 100, "1 is a straight line, 2 a parabola that falls fast at first.")},
                kDecay.rows(1, "The span: the part of all steps that the fall takes."),
                {advanced(boolProperty("cycle", false,
                                       "After the span, falls again from higher up in place of staying at the last "
                                       "rate."))}});
    type.rate = [](double base, int64_t step, const RunLength& run, const PropertyReader& properties) {
        double span = kDecay.of(properties, run), at = static_cast<double>(step);
        if (properties.boolean("cycle")) span *= std::max(1.0, std::ceil(at / span - 1e-9));
        const double left = std::max(0.0, 1 - at / span), end = properties.number("end_learning_rate");
        return end + (base - end) * std::pow(left, properties.number("power"));
    };
    return type;
}

}  // namespace tl::schedules
