// The losses of single elements (engine/ops/support_losses.cpp defines them) and the encodings of labels.
#include "engine/backend/cuda/kernels/losses.h"

#include "engine/backend/cuda/kernels/activation.h"
#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {
namespace {

constexpr float kLeast = 1e-7f;

struct Compared {
    float value, slope;
};

__device__ inline float signOf(float x) { return float((x > 0) - (x < 0)); }

__device__ inline Compared focal(const ElementLoss& a, float x, float t) {
    const float p = logistic(x), q = t * p + (1 - t) * (1 - p), rest = fmaxf(1 - q, 0.0f);
    const float weight = a.alpha < 0 ? 1.0f : t * a.alpha + (1 - t) * (1 - a.alpha);
    const float entropy = softplus(x) - t * x, focus = powf(rest, a.gamma);
    float slope = focus * (p - t);
    if (a.gamma != 0 && rest > 0) slope -= a.gamma * powf(rest, a.gamma - 1) * (2 * t - 1) * p * (1 - p) * entropy;
    return {weight * focus * entropy, weight * slope};
}

__device__ inline Compared compare(const ElementLoss& a, float y, float t) {
    const float e = y - t, size = fabsf(e), miss = atLeast(1 - t * y, 0.0f);
    switch (a.kind) {
    case LossKind::MeanSquaredError: return {e * e, 2 * e};
    case LossKind::MeanAbsoluteError: return {size, signOf(e)};
    case LossKind::Huber:
        if (size <= a.delta) return {0.5f * e * e, e};
        return {a.delta * size - 0.5f * a.delta * a.delta, a.delta * signOf(e)};
    case LossKind::LogCosh:
        // Near zero the difference would lose all digits: e^2 / 2 - e^4 / 12 + e^6 / 45.
        if (size < 0.05f) return {e * e * (0.5f - e * e * (1.0f / 12 - e * e / 45)), tanhf(e)};
        return {size + log1pf(expf(-2 * size)) - 0.69314718f, tanhf(e)};
    case LossKind::Poisson: return {y - t * logf(y + kLeast), 1 - t / (y + kLeast)};
    case LossKind::KlDivergence: {
        const float target = within(t, kLeast, 1.0f), value = within(y, kLeast, 1.0f);
        return {target * logf(target / value), y == value ? -target / value : 0.0f};
    }
    case LossKind::Hinge: return {miss, t * y < 1 ? -t : 0.0f};
    case LossKind::SquaredHinge: return {miss * miss, -2 * t * miss};
    case LossKind::BinaryCrossentropy: return {softplus(y) - t * y, logistic(y) - t};
    case LossKind::BinaryFocalCrossentropy: return focal(a, y, t);
    }
    return {};
}

__device__ inline float weightOf(const ElementLoss& a, uint32_t i) {
    return a.weights ? a.weights[i / a.perWeight] : 1.0f;
}

}  // namespace

TL_KERNEL(elementLoss, ElementLoss, kBlock, 48) {
    const uint32_t begin = blockIdx.x * a.share, end = min(begin + a.share, a.count);
    float sum = 0;
    for (uint32_t i = begin + threadIdx.x; i < end; i += kBlock)
        sum += compare(a, a.y[i], a.target[i]).value * weightOf(a, i);
    sum = blockSum(sum);
    if (threadIdx.x == 0) a.out[blockIdx.x] = sum;
}

TL_KERNEL(elementLossGrad, ElementLoss, kBlock, 48) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    a.out[i] = *a.dloss * compare(a, a.y[i], a.target[i]).slope * weightOf(a, i) * a.scale;
}

TL_KERNEL(oneHot, OfLabels, kBlock, 32) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    const uint32_t sample = i / a.depth;
    const int column = static_cast<int>(i - sample * a.depth);
    const float share = a.shares ? a.shares[sample] : 1.0f;
    const float here = a.labels[sample] == column ? a.on : a.off;
    const float there = a.others && a.others[sample] == column ? a.on : a.off;
    a.y[i] = a.shares ? share * here + (1 - share) * there : here;
}

TL_KERNEL(classWeights, OfLabels, kBlock, 32) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    const auto weightOfLabel = [&](int label) {
        const int at = label - a.first;
        return at >= 0 && at < a.weights ? a.table[at] : 0.0f;
    };
    const float share = a.shares ? a.shares[i] : 1.0f;
    float weight = share * weightOfLabel(a.labels[i]);
    if (a.shares) weight += (1 - share) * weightOfLabel(a.others[i]);
    a.y[i] = a.first == 0 ? weight : a.y[i] + weight;
}

TL_KERNEL(diceSums, Dice, kBlock, 32) {
    const uint32_t begin = blockIdx.x * a.share, end = min(begin + a.share, a.count);
    float overlap = 0, size = 0;
    for (uint32_t i = begin + threadIdx.x; i < end; i += kBlock) {
        overlap += a.y[i] * a.target[i];
        size += a.y[i] + a.target[i];
    }
    overlap = blockSum<0>(overlap);
    size = blockSum<1>(size);
    if (threadIdx.x != 0) return;
    a.partial[2 * blockIdx.x] = overlap;
    a.partial[2 * blockIdx.x + 1] = size;
}

TL_KERNEL(diceTotals, Dice, kBlock, 32) {
    const bool mine = threadIdx.x < a.blocks;
    const float overlap = blockSum<0>(mine ? a.partial[2 * threadIdx.x] : 0.0f);
    const float size = blockSum<1>(mine ? a.partial[2 * threadIdx.x + 1] : 0.0f) + kLeast;
    if (threadIdx.x != 0) return;
    if (a.out) *a.out = 1 - 2 * overlap / size;
    a.totals[0] = overlap;
    a.totals[1] = size;
}

TL_KERNEL(diceGrad, Dice, kBlock, 32) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    const float overlap = a.totals[0], size = a.totals[1];
    a.out[i] = *a.dloss * 2 * (overlap / size - a.target[i]) / size;
}

}  // namespace tl::cuda
