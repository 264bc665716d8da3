// A warp takes a row: its largest number, the sum of exponentials, and then each element once more.
#include "engine/backend/cuda/kernels/rows.h"

#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {
namespace {

// Of a row of scores: log of the sum of exp(x - largest), and the largest.
struct Scale {
    float largest, logSum;
};

__device__ inline Scale scaleOf(const float* x, int width, int lane) {
    float largest = -INFINITY;
    for (int i = lane; i < width; i += 32) largest = fmaxf(largest, x[i]);
    largest = warpMax(largest);
    float sum = 0;
    for (int i = lane; i < width; i += 32) sum += expf(x[i] - largest);
    return {largest, logf(warpSum(sum))};
}

__device__ inline int rowOfWarp() {
    return static_cast<int>(blockIdx.x) * kRowsPerBlock + static_cast<int>(threadIdx.x) / 32;
}

}  // namespace

TL_KERNEL(softmax, Softmax, kBlock, 32) {
    const int row = rowOfWarp(), lane = static_cast<int>(threadIdx.x) % 32;
    if (row >= a.rows) return;
    const float* x = a.x + int64_t{row} * a.width;
    float* y = a.y + int64_t{row} * a.width;
    const Scale scale = scaleOf(x, a.width, lane);
    for (int i = lane; i < a.width; i += 32) {
        const float value = x[i] - scale.largest - scale.logSum;
        y[i] = a.logarithm ? value : expf(value);
    }
}

TL_KERNEL(softmaxGrad, SoftmaxGrad, kBlock, 48) {
    const int row = rowOfWarp(), lane = static_cast<int>(threadIdx.x) % 32;
    if (row >= a.rows) return;
    const float *y = a.y + int64_t{row} * a.width, *dy = a.dy + int64_t{row} * a.width;
    float* dx = a.dx + int64_t{row} * a.width;
    float sum = 0;
    for (int i = lane; i < a.width; i += 32) sum += a.logarithm ? dy[i] : y[i] * dy[i];
    sum = warpSum(sum);
    for (int i = lane; i < a.width; i += 32) dx[i] = a.logarithm ? dy[i] - expf(y[i]) * sum : y[i] * (dy[i] - sum);
}

TL_KERNEL(crossEntropy, CrossEntropy, kBlock, 40) {
    const int row = rowOfWarp(), lane = static_cast<int>(threadIdx.x) % 32;
    if (row >= a.rows) return;
    const int64_t first = int64_t{row} * a.width;
    const float* x = a.logits + first;
    const Scale scale = scaleOf(x, a.width, lane);
    const int label = a.labels ? a.labels[row] : 0;
    float loss = 0;
    for (int i = lane; i < a.width; i += 32) {
        const float logP = x[i] - scale.largest - scale.logSum, p = expf(logP);
        const float target = a.labels ? float(i == label) : a.target[first + i];
        const float focus = a.gamma == 0 ? 1.0f : powf(fmaxf(1 - p, 0.0f), a.gamma);
        if (target != 0) loss -= a.alpha * target * focus * logP;
        a.probabilities[first + i] = p;
    }
    loss = warpSum(loss);
    if (a.labels && (label < 0 || label >= a.width)) loss = NAN;
    if (lane == 0) a.loss[row] = a.weights ? loss * a.weights[row] : loss;
}

TL_KERNEL(crossEntropyGrad, CrossEntropyGrad, kBlock, 40) {
    const int row = rowOfWarp(), lane = static_cast<int>(threadIdx.x) % 32;
    if (row >= a.rows) return;
    const int64_t first = int64_t{row} * a.width;
    const float* p = a.probabilities + first;
    const float scale = *a.dloss / static_cast<float>(a.rows) * (a.weights ? a.weights[row] : 1.0f);
    if (a.labels) {
        for (int i = lane; i < a.width; i += 32) a.dx[first + i] = (p[i] - float(i == a.labels[row])) * scale;
        return;
    }
    // Of each class's part by its own probability, and through the sum of them all.
    const auto slope = [&](int i) {
        const float rest = fmaxf(1 - p[i], 0.0f);
        if (a.gamma == 0) return -a.alpha * a.target[first + i];
        const float logP = logf(fmaxf(p[i], 1e-37f));
        return a.alpha * a.target[first + i] * (a.gamma * powf(rest, a.gamma - 1) * p[i] * logP - powf(rest, a.gamma));
    };
    float sum = 0;
    for (int i = lane; i < a.width; i += 32) sum += slope(i);
    sum = warpSum(sum);
    for (int i = lane; i < a.width; i += 32) a.dx[first + i] = (slope(i) - p[i] * sum) * scale;
}

// One block, for sums of a few thousand numbers that others have left.
TL_KERNEL(total, Total, kBlock, 32) {
    float sum = 0;
    for (int i = static_cast<int>(threadIdx.x); i < a.count; i += kBlock) sum += a.x[i];
    sum = blockSum(sum) * a.scale;
    if (threadIdx.x == 0) *a.y = a.root ? sqrtf(sum) : sum;
}

}  // namespace tl::cuda
