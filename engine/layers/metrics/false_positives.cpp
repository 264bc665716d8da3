// Scores above the threshold where the target is not.
#include "engine/layers/metric_type.h"

namespace tl::metrics {

MetricType false_positives() {
    return countMetric("false_positives", FalsePositives, "How many predictions above the threshold are wrong.");
}

}  // namespace tl::metrics
