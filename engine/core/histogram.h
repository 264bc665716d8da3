// How the numbers of a tensor lie: counts between edges, with their exact sums. What TensorBoard calls a histogram.
#pragma once

#include <vector>

namespace tl {

// Counts between edges: bucket i spans edges[i] to edges[i + 1]. Of finite numbers only.
struct Histogram {
    double min = 0, max = 0, count = 0, sum = 0, sumOfSquares = 0;
    std::vector<double> edges, counts;
};

}  // namespace tl
