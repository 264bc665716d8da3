// The share of samples whose class is right: the largest score's, or of one score above one half.
#include "engine/layers/metric_type.h"

namespace tl::metrics {

MetricType accuracy() {
    MetricType type;
    type.id = "accuracy";
    type.help = "The share of images whose best score is right.";
    type.build = [](LossContext& context) -> Metric {
        if (context.width() > 1) return correct(context, 1);
        return {countsAbove(context, 0.5), [](std::span<const double> sums, double images) {
                    return ratio(sums[TruePositives] + sums[TrueNegatives], images);
                }};
    };
    return type;
}

}  // namespace tl::metrics
