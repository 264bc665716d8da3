// The overlap of prediction and target over their union, a class at a time, averaged over the classes that occur.
#include "engine/layers/metric_type.h"

namespace tl::metrics {

MetricType mean_iou() {
    MetricType type;
    type.id = "mean_iou";
    type.help = "Where prediction and target of a class overlap, over where either is; the mean over classes.";
    type.build = [](LossContext& context) -> Metric {
        return {confusion(context), [](std::span<const double> sums, double) {
                    size_t classes = 0;
                    while (classes * classes < sums.size()) ++classes;
                    double total = 0, seen = 0;
                    for (size_t k = 0; k < classes; ++k) {
                        double either = -sums[k * classes + k];
                        for (size_t i = 0; i < classes; ++i) either += sums[k * classes + i] + sums[i * classes + k];
                        total += ratio(sums[k * classes + k], either);
                        seen += either > 0;
                    }
                    return ratio(total, seen);
                }};
    };
    return type;
}

}  // namespace tl::metrics
