// The area under the ROC curve, every score a yes or no by itself, by trapezia between evenly spaced thresholds as
// Keras adds it up.
#include "engine/layers/metric_type.h"
#include "engine/layers/support.h"

namespace tl::metrics {
namespace {

double area(std::span<const double> sums, double) {
    double total = 0, lastRecall = 0, lastFall = 0;
    for (size_t i = 0; i < sums.size(); i += 4) {
        const double recall = ratio(sums[i + TruePositives], sums[i + TruePositives] + sums[i + FalseNegatives]);
        const double fall = ratio(sums[i + FalsePositives], sums[i + FalsePositives] + sums[i + TrueNegatives]);
        if (i > 0) total += (lastFall - fall) * (lastRecall + recall) / 2;
        lastRecall = recall, lastFall = fall;
    }
    return total;
}

}  // namespace

MetricType auc() {
    MetricType type;
    type.id = "auc";
    type.help = "How likely a right score is above a wrong one: the area under the ROC curve; takes probabilities.";
    type.properties = {intProperty("num_thresholds", 200, 2, 100000, "Points of the curve.")};
    type.build = [](LossContext& context) -> Metric {
        const int64_t thresholds = context.context.properties().integer("metrics_num_thresholds");
        return {context.context.emit("ThresholdCounts", {context.prediction, context.target()},
                                     {{"num_thresholds", thresholds}})[0],
                area};
    };
    return type;
}

}  // namespace tl::metrics
