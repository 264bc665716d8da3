// Precision and recall of each class against the rest, counted over a validation: what a classifier gets right and
// wrong at every threshold from 0 to 1. Counts are kept by score, so that no score is kept.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/tensor.h"

namespace tl {

struct PrCurves {
    static constexpr int kThresholds = 201;  // as tf.summary's; the i-th is i / 200
    static constexpr int64_t kMostClasses = 100;
    struct Class {
        int index = 0;
        std::vector<int64_t> truePositives, falsePositives;  // by threshold
        int64_t positives = 0, negatives = 0;
    };
    std::vector<Class> classes;  // of two classes with one score, the second alone
};

class PrCounter {
public:
    // scores [N, K] or [N, 1], labels int32 [N]. Scores that are no probabilities, or too many of them, end it: there
    // are no curves then.
    void add(const Tensor& scores, const Tensor& labels);
    std::shared_ptr<const PrCurves> curves() const;  // null where there are none

private:
    bool counts_ = true;
    int64_t width_ = 0;
    std::vector<int64_t> right_, wrong_;  // [class][score]
};

}  // namespace tl
