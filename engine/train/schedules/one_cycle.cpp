// The one-cycle rate (Smith and Topin, "Super-Convergence", 2018): up to the peak over the first part of the run and
// down to almost nothing over the rest, both along a cosine. Step for step what PyTorch's OneCycleLR gives.
#include "engine/train/schedules/support.h"

namespace tl::schedules {
namespace {

constexpr Span kStart{"pct_start", "start_steps", "start_epochs"};

}  // namespace

ScheduleType one_cycle() {
    ScheduleType type;
    type.id = "one_cycle";
    type.title = "One cycle";
    type.help = "Rises to the rate over the first part of the run, then falls to almost nothing.";
    type.warmsUp = true;
    type.properties =
        joined({kStart.rows(0.3, "The part of all steps that the rise takes.", true),
                {floatProperty("div_factor", 25, 1, 1e9, "The first rate is the peak divided by this."),
                 floatProperty("final_div_factor", 1e4, 1, 1e12, "The last rate is the first one divided by this.")}});
    type.rate = [](double base, int64_t step, const RunLength& run, const PropertyReader& properties) {
        const double first = base / properties.number("div_factor");
        const double last = first / properties.number("final_div_factor");
        // The peak is reached at step `peak`, which PyTorch lets fall between two steps.
        const double peak = std::max(kStart.of(properties, run) - 1, 0.0);
        const double end = static_cast<double>(run.steps - 1);
        const double at = std::min(static_cast<double>(step), std::max(end, 0.0));
        const auto between = [](double from, double to, double part) { return to + (from - to) * cosineTo(0, part); };
        if (at <= peak && peak > 0) return between(first, base, at / peak);
        if (end <= peak) return base;
        return between(base, last, (at - peak) / (end - peak));
    };
    return type;
}

}  // namespace tl::schedules
