// The probabilities closest to the scores (Martins & Astudillo, ICML 2016): x less a threshold, or zero, where the
// threshold makes them sum to one. A NaN stays one and moves no other value.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/ops/support.h"

namespace tl::ops {

OpType sparsemax() {
    return alongRows(
        "Sparsemax", "Turns scores into probabilities of which many are exactly zero, along the last axis.",
        "SparsemaxGrad", [](std::span<const double> x, std::span<double> y) {
            std::vector<double> sorted(x.begin(), x.end());
            std::ranges::replace_if(
                sorted, [](double value) { return std::isnan(value); }, -std::numeric_limits<double>::infinity());
            std::sort(sorted.begin(), sorted.end(), std::greater<>());
            double sum = 0, threshold = 0;
            for (size_t k = 0; k < sorted.size(); ++k) {
                sum += sorted[k];
                if (1 + static_cast<double>(k + 1) * sorted[k] <= sum) break;
                threshold = (sum - 1) / static_cast<double>(k + 1);
            }
            for (size_t i = 0; i < x.size(); ++i) y[i] = std::max(x[i] - threshold, 0.0);
        });
}

}  // namespace tl::ops
