// The share of samples whose class is among the k best scores.
#include "engine/layers/metric_type.h"
#include "engine/layers/support.h"

namespace tl::metrics {

MetricType top_k_categorical_accuracy() {
    MetricType type;
    type.id = "top_k_categorical_accuracy";
    type.help = "The share of images whose class is among the k best scores.";
    type.properties = {intProperty("k", 5, 1, 1 << 20, "How many of the best scores count.")};
    type.build = [](LossContext& context) {
        return correct(context, context.context.properties().integer("metrics_k"));
    };
    return type;
}

}  // namespace tl::metrics
