// The share of scores on the right side of the threshold, each by itself.
#include "engine/layers/metric_type.h"

namespace tl::metrics {

MetricType binary_accuracy() {
    MetricType type;
    type.id = "binary_accuracy";
    type.help = "The share of predictions on the right side of the threshold, each score by itself.";
    type.properties = {threshold()};
    type.build = [](LossContext& context) -> Metric {
        return {thresholdCounts(context), [](std::span<const double> s, double) {
                    const double right = s[TruePositives] + s[TrueNegatives];
                    return ratio(right, right + s[FalsePositives] + s[FalseNegatives]);
                }};
    };
    return type;
}

}  // namespace tl::metrics
