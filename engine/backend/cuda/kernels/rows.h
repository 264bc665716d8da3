// Work on the rows of a matrix: softmax, its logarithm, and the losses of scores.
#pragma once

#include <cstdint>

namespace tl::cuda {

constexpr int kRowsPerBlock = 8;  // a warp each

struct Softmax {
    const float* x;
    float* y;
    int rows, width;
    bool logarithm;
};

// dx from y and dy.
struct SoftmaxGrad {
    const float *y, *dy;
    float* dx;
    int rows, width;
    bool logarithm;
};

// Either labels or a target for each class; `loss` has a number a row, which total() then adds up.
struct CrossEntropy {
    const float* logits;
    const int* labels;
    const float *target, *weights;  // weights: one a row, or null
    float *loss, *probabilities;
    int rows, width;
    float gamma, alpha;  // of the focal loss
};

struct CrossEntropyGrad {
    const float* probabilities;
    const int* labels;
    const float *target, *weights, *dloss;
    float* dx;
    int rows, width;
    float gamma, alpha;
};

// Sparsemax, and its gradient where dy is there: x is then the forward result.
struct Sparsemax {
    const float *x, *dy;
    float* y;
    int rows, width;
};

// A number a row forwards, which total() adds up; backwards dy of the scores.
struct CategoricalHinge {
    const float *y, *target, *weights, *dloss;
    float* out;
    int rows, width;
};

// Block i leaves in y[i] the sum of its share of x, times scale.
struct Total {
    const float* x;
    float* y;
    int count, share;
    float scale;
    bool root;  // of the sum
};

}  // namespace tl::cuda
