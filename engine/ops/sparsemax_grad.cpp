// dx = dy less its mean over the places where y is not zero; zero elsewhere.
#include "engine/ops/support.h"

namespace tl::ops {

OpType sparsemax_grad() {
    return alongRowsGrad("SparsemaxGrad", "The gradient of Sparsemax.",
                         [](std::span<const double> y, std::span<const double> dy, std::span<double> dx) {
                             double sum = 0, count = 0;
                             for (size_t i = 0; i < y.size(); ++i)
                                 if (y[i] > 0) sum += dy[i], ++count;
                             for (size_t i = 0; i < y.size(); ++i) dx[i] = y[i] > 0 ? dy[i] - sum / count : 0;
                         });
}

}  // namespace tl::ops
