// The logarithm of Softmax, which stays exact where a probability is too small for a number.
#include "engine/ops/support.h"

namespace tl::ops {

OpType log_softmax() {
    return alongRows("LogSoftmax", "Turns scores into the logarithms of probabilities along the last axis.",
                     "LogSoftmaxGrad", logSoftmax);
}

}  // namespace tl::ops
