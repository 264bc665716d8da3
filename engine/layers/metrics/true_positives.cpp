// Scores above the threshold where the target is.
#include "engine/layers/metric_type.h"

namespace tl::metrics {

MetricType true_positives() {
    return countMetric("true_positives", TruePositives, "How many predictions above the threshold are right.");
}

}  // namespace tl::metrics
