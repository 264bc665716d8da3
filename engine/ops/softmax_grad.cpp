// dx = y (dy - sum of y dy along the last axis).
#include "engine/ops/support.h"

namespace tl::ops {

OpType softmax_grad() {
    return alongRowsGrad("SoftmaxGrad", "The gradient of Softmax.",
                         [](std::span<const double> y, std::span<const double> dy, std::span<double> dx) {
                             double sum = 0;
                             for (size_t i = 0; i < y.size(); ++i) sum += y[i] * dy[i];
                             for (size_t i = 0; i < y.size(); ++i) dx[i] = y[i] * (dy[i] - sum);
                         });
}

}  // namespace tl::ops
