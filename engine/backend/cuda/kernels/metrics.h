// Counts for metrics: whole numbers in float32, exact below 2^24 of a batch.
#pragma once

#include <cstdint>

namespace tl::cuda {

// A warp a row; `out` has a number a row: 1 where the label is among the k best.
struct CountCorrect {
    const float* scores;
    const int* labels;
    float* out;
    int rows, width, k;
};

// A warp a row: the class of the best score, -1 where one is a NaN. With one score a row: whether it is above.
struct BestClass {
    const float* scores;
    int* best;
    int rows, width;
    float threshold;
};

// A block a label: counts [classes, classes].
struct Confusion {
    const int *labels, *best;
    float* counts;
    int rows, classes;
};

// A block a threshold: true and false positives, true and false negatives.
struct ThresholdCounts {
    const float *predictions, *targets;
    float* counts;
    uint32_t count;
    int thresholds;    // spread as Keras's AUC has them, or 0:
    double threshold;  // the one
};

}  // namespace tl::cuda
