// A rate that falls by the same factor again and again: PyTorch's StepLR. With its default it falls at 30, 60 and 90 %
// of the run, as ImageNet's classic schedule does.
#include "engine/train/schedules/support.h"

namespace tl::schedules {
namespace {

constexpr Span kStep{"pct_step", "step_size", "step_epochs"};

}  // namespace

ScheduleType step() {
    ScheduleType type;
    type.id = "step";
    type.title = Message("Step");
    type.help = "Falls by the same factor at even distances.";
    type.properties = joined({kStep.rows(0.3, "The part of all steps from one fall to the next."),
                              {floatProperty("gamma", 0.1, 0, 1, "What the rate is multiplied by at each fall.")}});
    type.rate = [](double base, int64_t step, const RunLength& run, const PropertyReader& properties) {
        const double span = kStep.of(properties, run);
        return base * std::pow(properties.number("gamma"), wholeSpans(static_cast<double>(step), span));
    };
    return type;
}

}  // namespace tl::schedules
