// Scores up to the threshold where the target is not.
#include "engine/layers/metric_type.h"

namespace tl::metrics {

MetricType true_negatives() {
    return countMetric("true_negatives", TrueNegatives, "How many predictions up to the threshold are right.");
}

}  // namespace tl::metrics
