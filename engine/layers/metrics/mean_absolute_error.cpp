// The mean absolute difference of predictions and targets.
#include "engine/layers/metric_type.h"

namespace tl::metrics {

MetricType mean_absolute_error() {
    return errorMetric("mean_absolute_error", "The mean size of what the predictions are off by.");
}

}  // namespace tl::metrics
