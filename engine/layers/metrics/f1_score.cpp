// The harmonic mean of precision and recall, of the class with the best score, over the classes as `average` says.
#include "engine/layers/metric_type.h"
#include "engine/layers/support.h"

namespace tl::metrics {
namespace {

double f1(std::span<const double> sums, double images, const std::string& average) {
    const std::vector<int64_t> counts(sums.begin(), sums.end());
    const auto classes = classScores(counts);
    double total = 0, right = 0;
    for (size_t k = 0; k < classes.size(); ++k) {
        right += sums[k * classes.size() + k];
        total += classes[k].f1 * (average == "weighted" ? static_cast<double>(classes[k].images) : 1);
    }
    if (average == "micro") return ratio(right, images);
    return ratio(total, average == "weighted" ? images : static_cast<double>(classes.size()));
}

}  // namespace

MetricType f1_score() {
    MetricType type;
    type.id = "f1_score";
    type.help = "The harmonic mean of precision and recall, of the best score's class.";
    type.properties = {choiceProperty(
        "average", "macro", {"macro", "weighted", "micro"},
        "Over classes: all alike, by their number of images, or all predictions together (which is the accuracy).")};
    type.build = [](LossContext& context) -> Metric {
        const std::string average = context.context.properties().text("metrics_average");
        return {confusion(context),
                [average](std::span<const double> sums, double images) { return f1(sums, images, average); }};
    };
    return type;
}

}  // namespace tl::metrics
