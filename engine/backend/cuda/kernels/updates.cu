// A thread takes 4 elements of a parameter and its slots. What the step's numbers are is found by the first thread of
// each block, in double, since 1 - beta^n has few digits left in float: so no host takes part and a recording holds.
#include "engine/backend/cuda/kernels/updates.h"

#include "engine/backend/cuda/kernels/activation.h"
#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {
namespace {

constexpr int kEach = 4;

struct Numbers {
    float rate, shrink, ofMoment, ofGradient, ofSlot, scale;
    int stands;  // no bool: where a barrier is left out on purpose, the memory's fill is no bool's value
};

// Nadam's momentum at a step, and the product of all up to it (which soon makes no difference to 1).
__device__ inline double momentumAt(const UpdateSettings& s, double step) {
    return s.beta1 * (1 - 0.5 * pow(0.96, step * s.fading));
}
__device__ inline double momentaUpTo(const UpdateSettings& s, double steps) {
    double product = 1;
    for (double step = 1; step <= steps && product > 1e-20; ++step) product *= momentumAt(s, step);
    return product;
}

__device__ inline Numbers numbersOf(const UpdateSettings& s, const StepContext& context, const float* count) {
    const auto given = static_cast<double>(rateOf(context, s.freezesOut));
    const double rate = given * s.ratio;
    const double steps = count ? static_cast<double>(*count) : 1;
    Numbers n{};
    n.rate = static_cast<float>(rate);
    n.shrink = static_cast<float>(given * s.decoupledDecay);
    n.ofSlot = static_cast<float>(s.buffer ? 1 : rate);
    n.ofMoment = static_cast<float>(s.buffer ? rate : 1);
    n.scale = 1;
    n.stands = stands(context, s.freezesOut) ? 1 : 0;
    if (s.rule == UpdateRule::Momentum && s.nesterov) {
        n.ofMoment = static_cast<float>(s.buffer ? rate * s.beta1 : s.beta1);
        n.ofGradient = static_cast<float>(rate);
    }
    if (s.rule == UpdateRule::Adamax) n.ofMoment = static_cast<float>(rate / (1 - pow(s.beta1, steps)));
    if (s.rule == UpdateRule::Adam) {
        const double second = 1 - pow(s.beta2, steps);
        if (s.nadam) {
            const double product = momentaUpTo(s, steps), now = momentumAt(s, steps), next = momentumAt(s, steps + 1);
            n.ofMoment = static_cast<float>(rate * next / (1 - product * next));
            n.ofGradient = static_cast<float>(rate * (1 - now) / (1 - product));
            n.scale = static_cast<float>(1 / second);
        } else {
            const double corrected = rate / (1 - pow(s.beta1, steps));
            n.ofMoment = static_cast<float>(s.eps ? corrected : corrected * sqrt(second));
            n.scale = static_cast<float>(s.eps ? 1 / second : 1);
        }
    }
    return n;
}

struct Weight {
    float p, slot[3];
};

__device__ inline void moveWeight(const UpdateSettings& s, const Numbers& n, float g, Weight& w) {
    if (n.stands != 0) return;
    const float beta1 = static_cast<float>(s.beta1), beta2 = static_cast<float>(s.beta2);
    const float rest1 = static_cast<float>(1 - s.beta1), rest2 = static_cast<float>(1 - s.beta2);
    const float gradient = g + s.decay * w.p;
    float &a = w.slot[0], &b = w.slot[1], step = 0;
    switch (s.rule) {
    case UpdateRule::Sgd: step = n.rate * gradient; break;
    case UpdateRule::Momentum:
        a = beta1 * a + n.ofSlot * gradient;
        step = n.ofGradient * gradient + n.ofMoment * a;
        break;
    case UpdateRule::Adam:
        a = beta1 * a + rest1 * gradient;
        b = beta2 * b + rest2 * gradient * gradient;
        step = (n.ofMoment * a + n.ofGradient * gradient) / (sqrtf(b * n.scale) + s.epsilon);
        break;
    case UpdateRule::Adamax: {
        a = beta1 * a + rest1 * gradient;
        const float size = fabsf(gradient) + s.under, kept = beta2 * b;
        b = kept > size ? kept : size;
        step = n.ofMoment * a / (b + s.epsilon);
        break;
    }
    case UpdateRule::Lion: {
        const float way = beta1 * a + rest1 * g;
        a = beta2 * a + rest2 * g;
        step = n.rate * (way > 0 ? 1.0f : way < 0 ? -1.0f : way);  // NaN stays NaN
        break;
    }
    case UpdateRule::Adagrad:
        a += gradient * gradient;
        step = n.rate * gradient / (sqrtf(a + s.under) + s.epsilon);
        break;
    case UpdateRule::Adadelta: {
        a = beta2 * a + rest2 * gradient * gradient;
        const float way = sqrtf(b + s.under) / sqrtf(a + s.under) * gradient;
        b = beta2 * b + rest2 * way * way;
        step = n.rate * way;
        break;
    }
    case UpdateRule::RmsProp: {
        a = beta2 * a + rest2 * gradient * gradient;
        float variance = a;
        if (s.centered) {
            b = beta2 * b + rest2 * gradient;
            variance = atLeast(a - b * b, 0.0f);
        }
        const float way = gradient / (sqrtf(variance + s.under) + s.epsilon);
        float& gathered = s.centered ? w.slot[2] : b;
        if (s.momentum) gathered = beta1 * gathered + n.ofSlot * way;
        step = s.momentum ? n.ofMoment * gathered : n.rate * way;
        break;
    }
    }
    w.p -= n.shrink * w.p + step;
}

}  // namespace

TL_HOT_KERNEL(update, Update, kBlock, 56) {
    TL_SHARED(Numbers, numbers, 1);
    if (threadIdx.x == 0) numbers[0] = numbersOf(a.settings, *a.context, a.count);
    __syncthreads();
    const Numbers n = numbers[0];
    int which = 0;
    while (which + 1 < a.tensors && blockIdx.x >= a.tensor[which + 1].firstBlock) ++which;
    const UpdateTensor& t = a.tensor[which];
    const uint32_t at = ((blockIdx.x - t.firstBlock) * kBlock + threadIdx.x) * kEach;
    if (at + kEach <= t.count) {
        Pack<float> p = loadPack(t.p + at), slot[3] = {};
        const Pack<float> g = loadPack(t.g + at);
        TL_UNROLL
        for (int s = 0; s < 3; ++s)
            if (t.slot[s]) slot[s] = loadPack(t.slot[s] + at);
        TL_UNROLL
        for (int i = 0; i < kEach; ++i) {
            Weight w{p.v[i], {slot[0].v[i], slot[1].v[i], slot[2].v[i]}};
            moveWeight(a.settings, n, g.v[i], w);
            p.v[i] = w.p;
            slot[0].v[i] = w.slot[0];
            slot[1].v[i] = w.slot[1];
            slot[2].v[i] = w.slot[2];
        }
        storePack(t.pOut + at, p);
        TL_UNROLL
        for (int s = 0; s < 3; ++s)
            if (t.slot[s]) storePack(t.slotOut[s] + at, slot[s]);
        return;
    }
    for (uint32_t i = at; i < t.count; ++i) {
        Weight w{t.p[i], {}};
        TL_UNROLL
        for (int s = 0; s < 3; ++s)
            if (t.slot[s]) w.slot[s] = t.slot[s][i];
        moveWeight(a.settings, n, t.g[i], w);
        t.pOut[i] = w.p;
        TL_UNROLL
        for (int s = 0; s < 3; ++s)
            if (t.slot[s]) t.slotOut[s][i] = w.slot[s];
    }
}

TL_KERNEL(lossScale, LossScale, 1, 32) {
    const bool finite = *a.finite != 0;
    const float scale = *a.scale, good = *a.good + 1;
    const bool grows = finite && good >= a.interval;
    *a.goodOut = finite && !grows ? good : 0;
    *a.scaleOut = grows ? (scale < 16777216.0f ? scale * 2 : scale) : finite ? scale : scale > 1 ? scale / 2 : scale;
}

TL_KERNEL(stepVerdict, StepVerdict, 1, 24) {
    const bool number = fabsf(*a.loss) < INFINITY, fine = number && *a.finite != 0;
    const bool passedOver = number && a.scale && *a.scale > 1;
    if (!fine && !passedOver) a.gate->stopped = 1;
    a.gate->closed = !fine || a.gate->stopped;
}

TL_KERNEL(accumulatedMean, AccumulatedMean, kBlock, 32) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    const float total = a.total[i];
    a.mean[i] = total / a.steps;
    a.emptied[i] = 0;
}

TL_KERNEL(constrain, Constrain, kBlock, 32) {
    const float* w = a.w + uint64_t{blockIdx.x} * a.size;
    float* y = a.y + uint64_t{blockIdx.x} * a.size;
    float sum = 0;
    for (uint32_t i = threadIdx.x; i < a.size; i += kBlock) sum += w[i] * w[i];
    const float norm = sqrtf(blockSum(sum));
    const float wanted = a.rate * within(norm, a.least, a.most) + (1 - a.rate) * norm;
    const float scale = wanted / (1e-7f + norm);
    for (uint32_t i = threadIdx.x; i < a.size; i += kBlock) y[i] = a.nonNegative ? atLeast(w[i], 0.0f) : w[i] * scale;
}

}  // namespace tl::cuda
