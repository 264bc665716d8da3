// The logarithm of Softmax, which stays exact where a probability is too small for a number.
#include <algorithm>
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {

OpType log_softmax() {
    return alongRows("LogSoftmax", "Turns scores into the logarithms of probabilities along the last axis.",
                     "LogSoftmaxGrad", [](std::span<const double> x, std::span<double> y) {
                         const double largest = *std::max_element(x.begin(), x.end());
                         double sum = 0;
                         for (double value : x) sum += std::exp(value - largest);
                         for (size_t i = 0; i < x.size(); ++i) y[i] = x[i] - largest - std::log(sum);
                     });
}

}  // namespace tl::ops
