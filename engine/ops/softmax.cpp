// exp(x) over its sum along the last axis, with the largest x taken off first.
#include <algorithm>
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {

OpType softmax() {
    return alongRows("Softmax", "Turns scores into probabilities along the last axis.", "SoftmaxGrad",
                     [](std::span<const double> x, std::span<double> y) {
                         const double largest = *std::max_element(x.begin(), x.end());
                         double sum = 0;
                         for (size_t i = 0; i < x.size(); ++i) sum += y[i] = std::exp(x[i] - largest);
                         for (double& value : y) value /= sum;
                     });
}

}  // namespace tl::ops
