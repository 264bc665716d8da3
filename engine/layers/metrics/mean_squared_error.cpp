// The mean squared difference of predictions and targets.
#include "engine/layers/metric_type.h"

namespace tl::metrics {

MetricType mean_squared_error() {
    return errorMetric("mean_squared_error", "The mean square of what the predictions are off by.");
}

}  // namespace tl::metrics
