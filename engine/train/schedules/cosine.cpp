// Half a cosine from the rate down to a share of it, after a straight warm-up and, where wanted, again and again
// (Loshchilov and Hutter, "SGDR: Stochastic Gradient Descent with Warm Restarts", 2017): Keras's CosineDecay and
// CosineDecayRestarts in one.
#include "engine/train/schedules/support.h"

namespace tl::schedules {
namespace {

constexpr Span kWarmup{"pct_warmup", "warmup_steps", "warmup_epochs"};

}  // namespace

ScheduleType cosine() {
    ScheduleType type;
    type.id = "cosine";
    type.title = Message("Cosine");
    type.help =
        "Warms up along a line, over 5 % of the steps where nothing is said, and falls along half a cosine, once or with "
        "restarts. Keras's CosineDecay has no warm-up: pct_warmup=0.";
    type.warmsUp = true;
    Property longer = floatProperty("t_mul", 2, 1, 100, "How much longer every descent is than the one before.");
    Property lower = floatProperty("m_mul", 1, 0, 1, "How much lower every descent begins than the one before.");
    for (Property* property : {&longer, &lower})
        property->visibleWhenKey = "restarts", property->visibleWhenValue = "true";
    type.properties = joined(
        {kWarmup.rows(0.05, "The part of all steps over which the rate rises from 0.", true),
         {floatProperty("alpha", 0, 0, 1, "The lowest rate, as a share of the highest.")},
         kDecay.rows(1, "How much of the steps after the warm-up the descent takes; with restarts, the first one."),
         {boolProperty("restarts", false, "After each descent, begins again at the top."), longer, lower}});
    type.rate = [](double base, int64_t step, const RunLength& run, const PropertyReader& properties) {
        const double all = static_cast<double>(run.steps), at = static_cast<double>(step);
        const double warmup = kWarmup.of(properties, run);
        if (at < warmup) return base * at / warmup;
        const double alpha = properties.number("alpha");
        const double span = kDecay.of(properties, run, all - warmup);
        double part = span > 0 ? (at - warmup) / span : 0;  // of the first descent
        if (!properties.boolean("restarts")) return base * cosineTo(alpha, std::min(part, 1.0));
        const double longer = properties.number("t_mul"), lower = properties.number("m_mul");
        // Descent k is longer^k spans long, so that k of them have ended after (longer^k - 1) / (longer - 1).
        const double ended = longer > 1 ? std::floor(std::log1p(part * (longer - 1)) / std::log(longer) + 1e-9)
                                        : std::floor(part + 1e-9);
        const double began = longer > 1 ? (std::pow(longer, ended) - 1) / (longer - 1) : ended;
        part = std::clamp((part - began) / std::pow(longer, ended), 0.0, 1.0);
        return base * (alpha + (1 - alpha) * std::pow(lower, ended) * cosineTo(0, part));
    };
    return type;
}

}  // namespace tl::schedules
