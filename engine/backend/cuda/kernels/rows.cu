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
        const float own = p[i], rest = 1 - own;
        float share = a.gamma == 0 ? 1.0f : powf(rest < 0 ? 0 : rest, a.gamma);
        if (a.gamma != 0 && own > 0 && rest > 0) share -= a.gamma * own * powf(rest, a.gamma - 1) * logf(own);
        return -a.alpha * a.target[first + i] * share;
    };
    float sum = 0;
    for (int i = lane; i < a.width; i += 32) sum += slope(i);
    sum = warpSum(sum);
    for (int i = lane; i < a.width; i += 32) a.dx[first + i] = (slope(i) - p[i] * sum) * scale;
}

// The threshold that leaves a sum of one, by Michelot's way (1986): what lies at or below it is left out until nothing
// is.
TL_KERNEL(sparsemax, Sparsemax, kBlock, 48) {
    const int row = rowOfWarp(), lane = static_cast<int>(threadIdx.x) % 32;
    if (row >= a.rows) return;
    const float* x = a.x + int64_t{row} * a.width;
    float* y = a.y + int64_t{row} * a.width;
    float threshold = -INFINITY, left = 0;
    for (bool settled = false; !settled;) {
        float sum = 0, count = 0;
        for (int i = lane; i < a.width; i += 32)
            if (x[i] > threshold) sum += x[i], ++count;
        sum = warpSum(sum);
        count = warpSum(count);
        settled = count == left || count == 0;
        left = count;
        if (count > 0) threshold = (sum - 1) / count;
    }
    for (int i = lane; i < a.width; i += 32) y[i] = x[i] - threshold < 0 ? 0 : x[i] - threshold;
}

TL_KERNEL(sparsemaxGrad, Sparsemax, kBlock, 48) {
    const int row = rowOfWarp(), lane = static_cast<int>(threadIdx.x) % 32;
    if (row >= a.rows) return;
    const int64_t first = int64_t{row} * a.width;
    float sum = 0, count = 0;
    for (int i = lane; i < a.width; i += 32)
        if (a.x[first + i] > 0) sum += a.dy[first + i], ++count;
    const float mean = warpSum(sum) / warpSum(count);
    for (int i = lane; i < a.width; i += 32) a.y[first + i] = a.x[first + i] > 0 ? a.dy[first + i] - mean : 0;
}

namespace {

// By how much a row misses its margin, and where the best of the others is; the first of equal ones.
struct Margin {
    float miss;
    int best;
};

__device__ inline Margin marginOf(const float* y, const float* target, int width, int lane) {
    float right = 0, best = -INFINITY;
    int which = width;
    for (int i = lane; i < width; i += 32) {
        right += target[i] * y[i];
        const float other = (1 - target[i]) * y[i];
        if (other > best) {
            best = other;
            which = i;
        }
    }
    right = warpSum(right);
    for (int distance = 16; distance > 0; distance /= 2) {
        const float other = __shfl_xor_sync(kAllLanes, best, distance);
        const int at = __shfl_xor_sync(kAllLanes, which, distance);
        if (other > best || (other == best && at < which)) {
            best = other;
            which = at;
        }
    }
    return {1 + best - right, which};
}

}  // namespace

TL_KERNEL(categoricalHinge, CategoricalHinge, kBlock, 64) {
    const int row = rowOfWarp(), lane = static_cast<int>(threadIdx.x) % 32;
    if (row >= a.rows) return;
    const int64_t first = int64_t{row} * a.width;
    const Margin margin = marginOf(a.y + first, a.target + first, a.width, lane);
    if (lane == 0) a.out[row] = (margin.miss <= 0 ? 0 : margin.miss) * (a.weights ? a.weights[row] : 1.0f);
}

TL_KERNEL(categoricalHingeGrad, CategoricalHinge, kBlock, 48) {
    const int row = rowOfWarp(), lane = static_cast<int>(threadIdx.x) % 32;
    if (row >= a.rows) return;
    const int64_t first = int64_t{row} * a.width;
    const Margin margin = marginOf(a.y + first, a.target + first, a.width, lane);
    const float scale =
        margin.miss <= 0 ? 0 : *a.dloss / static_cast<float>(a.rows) * (a.weights ? a.weights[row] : 1.0f);
    for (int i = lane; i < a.width; i += 32) {
        const float target = a.target[first + i];
        a.out[first + i] = scale * ((i == margin.best ? 1 - target : 0.0f) - target);
    }
}

TL_KERNEL(total, Total, kBlock, 32) {
    const int begin = static_cast<int>(blockIdx.x) * a.share, end = min(begin + a.share, a.count);
    float sum = 0;
    for (int i = begin + static_cast<int>(threadIdx.x); i < end; i += kBlock) sum += a.x[i];
    sum = blockSum(sum) * a.scale;
    if (threadIdx.x == 0) a.y[blockIdx.x] = a.root ? sqrtf(sum) : sum;
}

}  // namespace tl::cuda
