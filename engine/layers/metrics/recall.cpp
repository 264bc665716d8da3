// Recall over all scores, each a yes or no by itself, as Keras's is by default.
#include "engine/layers/metric_type.h"

namespace tl::metrics {

MetricType recall() {
    MetricType type;
    type.id = "recall";
    type.help = "Of the targets, the share that is predicted above the threshold.";
    type.properties = {threshold()};
    type.build = [](LossContext& context) -> Metric {
        return {thresholdCounts(context), [](std::span<const double> sums, double) {
                    return ratio(sums[TruePositives], sums[TruePositives] + sums[FalseNegatives]);
                }};
    };
    return type;
}

}  // namespace tl::metrics
