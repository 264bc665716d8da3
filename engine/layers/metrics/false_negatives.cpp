// Scores up to the threshold where the target is.
#include "engine/layers/metric_type.h"

namespace tl::metrics {

MetricType false_negatives() {
    return countMetric("false_negatives", FalseNegatives, "How many predictions up to the threshold are wrong.");
}

}  // namespace tl::metrics
