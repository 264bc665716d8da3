// Adding up and turning into numbers.
#include "engine/train/metric_sums.h"

#include <algorithm>

namespace tl {

void addTo(MetricSums& sums, const MetricSums& batch) {
    for (const auto& [name, values] : batch) {
        std::vector<double>& total = sums[name];
        // A resumed epoch may have been counted with other thresholds or classes; it cannot go on, so it starts here.
        if (total.size() != values.size()) total.assign(values.size(), 0);
        for (size_t i = 0; i < values.size(); ++i) total[i] += values[i];
    }
}

std::map<std::string, double> metricValues(const std::vector<BuiltMetric>& metrics, const MetricSums& sums,
                                           int64_t images) {
    const auto count = static_cast<double>(std::max<int64_t>(images, 1));
    std::map<std::string, double> values;
    if (const auto loss = sums.find("loss"); loss != sums.end()) values["loss"] = loss->second.at(0) / count;
    for (const BuiltMetric& metric : metrics)
        if (const auto found = sums.find(metric.name); found != sums.end())
            values[metric.name] = metric.value(found->second, count);
    return values;
}

}  // namespace tl
