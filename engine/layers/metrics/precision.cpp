// Precision over all scores, each a yes or no by itself, as Keras's is by default.
#include "engine/layers/metric_type.h"

namespace tl::metrics {

MetricType precision() {
    MetricType type;
    type.id = "precision";
    type.help = "Of the predictions above the threshold, the share that is right.";
    type.properties = {threshold()};
    type.build = [](LossContext& context) -> Metric {
        return {thresholdCounts(context), [](std::span<const double> sums, double) {
                    return ratio(sums[TruePositives], sums[TruePositives] + sums[FalsePositives]);
                }};
    };
    return type;
}

}  // namespace tl::metrics
