// dx = dy - exp(y) times the sum of dy along the last axis.
#include <cmath>
#include <numeric>

#include "engine/ops/support.h"

namespace tl::ops {

OpType log_softmax_grad() {
    return alongRowsGrad("LogSoftmaxGrad", "The gradient of LogSoftmax.",
                         [](std::span<const double> y, std::span<const double> dy, std::span<double> dx) {
                             const double sum = std::accumulate(dy.begin(), dy.end(), 0.0);
                             for (size_t i = 0; i < y.size(); ++i) dx[i] = dy[i] - std::exp(y[i]) * sum;
                         });
}

}  // namespace tl::ops
