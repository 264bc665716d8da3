// The activation functions and their slopes in float32: engine/core/activation.cpp has the definitions.
#pragma once

#include "engine/core/act.h"

namespace tl::cuda {

__device__ inline float logistic(float x) { return 1 / (1 + expf(-x)); }
__device__ inline float softplus(float x) { return fmaxf(x, 0.0f) + log1pf(expf(-fabsf(x))); }
__device__ inline float normalBelow(float x) { return 0.5f * (1 + erff(x * 0.70710678f)); }
// A NaN stays one, here and wherever numbers are kept within bounds: a run that diverges must be seen to.
__device__ inline float within(float x, float low, float high) { return x < low ? low : x > high ? high : x; }
__device__ inline float atLeast(float x, float low) { return x < low ? low : x; }
__device__ inline float unit(float x) { return within(x, 0.0f, 1.0f); }
// x - tanh(x), which for small x is what the difference would lose (coefficients: Cephes, tanhf).
__device__ inline float tanhShrink(float x) {
    if (fabsf(x) >= 0.625f) return x - tanhf(x);
    const float z = x * x;
    float p = -5.70498872745e-3f;
    p = p * z + 2.06390887954e-2f;
    p = p * z - 5.37397155531e-2f;
    p = p * z + 1.33314422036e-1f;
    p = p * z - 3.33332819422e-1f;
    return -(p * z * x);
}
__device__ inline float geluInner(float x) { return 0.79788456f * (x + 0.044715f * x * x * x); }

// Calls use(f) with the function as a value, so that a thread picks it once for all its elements.
template <typename Use>
__device__ inline void withActivation(Act act, float alpha, float value, const Use& use) {
    switch (act) {
    case Act::Linear: return use([=]([[maybe_unused]] float x) -> float { return x; });
    case Act::Relu: return use([=](float x) -> float { return x <= 0 ? 0 : x; });
    case Act::LeakyRelu: return use([=](float x) -> float { return x > 0 ? x : alpha * x; });
    case Act::Elu: return use([=](float x) -> float { return x > 0 ? x : alpha * expm1f(x); });
    case Act::Gelu: return use([=](float x) -> float { return x * normalBelow(x); });
    case Act::Sigmoid: return use([=](float x) -> float { return logistic(x); });
    case Act::Tanh: return use([=](float x) -> float { return tanhf(x); });
    case Act::Relu6: return use([=](float x) -> float { return within(x, 0.0f, 6.0f); });
    case Act::Selu:
        return use([=](float x) -> float { return float(kSeluScale) * (x > 0 ? x : float(kSeluAlpha) * expm1f(x)); });
    case Act::Celu: return use([=](float x) -> float { return x > 0 ? x : alpha * expm1f(x / alpha); });
    case Act::GeluTanh: return use([=](float x) -> float { return 0.5f * x * (1 + tanhf(geluInner(x))); });
    case Act::Silu: return use([=](float x) -> float { return x * logistic(x); });
    case Act::Mish: return use([=](float x) -> float { return x * tanhf(softplus(x)); });
    case Act::HardSigmoid: return use([=](float x) -> float { return unit(x / 6 + 0.5f); });
    case Act::HardSilu: return use([=](float x) -> float { return x * unit(x / 6 + 0.5f); });
    case Act::HardTanh: return use([=](float x) -> float { return within(x, -1.0f, 1.0f); });
    case Act::TanhShrink: return use([=](float x) -> float { return tanhShrink(x); });
    case Act::Softplus: return use([=](float x) -> float { return softplus(x); });
    case Act::Softsign: return use([=](float x) -> float { return x / (1 + fabsf(x)); });
    case Act::Squareplus: return use([=](float x) -> float { return (x + sqrtf(x * x + alpha)) / 2; });
    case Act::Exponential: return use([=](float x) -> float { return expf(x); });
    case Act::LogSigmoid: return use([=](float x) -> float { return -softplus(-x); });
    case Act::HardShrink: return use([=](float x) -> float { return fabsf(x) <= alpha ? 0 : x; });
    case Act::SoftShrink:
        return use([=](float x) -> float { return fabsf(x) <= alpha ? 0 : x < 0 ? x + alpha : x - alpha; });
    case Act::Threshold: return use([=](float x) -> float { return x <= alpha ? value : x; });
    case Act::SparsePlus: return use([=](float x) -> float { return x <= -1 ? 0 : x < 1 ? (x + 1) * (x + 1) / 4 : x; });
    case Act::SparseSigmoid: return use([=](float x) -> float { return unit((x + 1) / 2); });
    }
}

// The same of the slope. Its `x` is the function's argument, or its result where the slope follows from that
// (ActivationKind::fromResult).
template <typename Use>
__device__ inline void withSlope(Act act, float alpha, const Use& use) {
    switch (act) {
    case Act::Linear: return use([=]([[maybe_unused]] float x) -> float { return 1; });
    case Act::Relu: return use([=](float x) -> float { return x > 0 ? 1 : 0; });
    case Act::LeakyRelu: return use([=](float x) -> float { return x > 0 ? 1 : alpha; });
    case Act::Elu: return use([=](float x) -> float { return x > 0 ? 1 : x + alpha; });
    case Act::Gelu:
        return use([=](float x) -> float { return normalBelow(x) + x * expf(-0.5f * x * x) * 0.39894228f; });
    case Act::Sigmoid: return use([=](float x) -> float { return x * (1 - x); });
    case Act::Tanh: return use([=](float x) -> float { return 1 - x * x; });
    case Act::Relu6: return use([=](float x) -> float { return x > 0 && x < 6 ? 1 : 0; });
    case Act::Selu:
        return use([=](float x) -> float { return x > 0 ? float(kSeluScale) : x + float(kSeluScale * kSeluAlpha); });
    case Act::Celu: return use([=](float x) -> float { return x > 0 ? 1 : x / alpha + 1; });
    case Act::GeluTanh:
        return use([=](float x) -> float {
            const float t = tanhf(geluInner(x));
            return 0.5f * (1 + t) + 0.5f * x * (1 - t * t) * 0.79788456f * (1 + 3 * 0.044715f * x * x);
        });
    case Act::Silu: return use([=](float x) -> float { return logistic(x) * (1 + x * logistic(-x)); });
    case Act::Mish:
        return use([=](float x) -> float {
            const float t = tanhf(softplus(x));
            return t + x * (1 - t * t) * logistic(x);
        });
    case Act::HardSigmoid: return use([=](float x) -> float { return x > 0 && x < 1 ? 1.0f / 6 : 0; });
    case Act::HardSilu: return use([=](float x) -> float { return x <= -3 ? 0 : x < 3 ? x / 3 + 0.5f : 1; });
    case Act::HardTanh: return use([=](float x) -> float { return x > -1 && x < 1 ? 1 : 0; });
    case Act::TanhShrink: return use([=](float x) -> float { return tanhf(x) * tanhf(x); });
    case Act::Softplus: return use([=](float x) -> float { return logistic(x); });
    case Act::Softsign: return use([=](float x) -> float { return 1 / ((1 + fabsf(x)) * (1 + fabsf(x))); });
    case Act::Squareplus: return use([=](float x) -> float { return (1 + x / sqrtf(x * x + alpha)) / 2; });
    case Act::Exponential: return use([=]([[maybe_unused]] float x) -> float { return x; });
    case Act::LogSigmoid: return use([=](float x) -> float { return logistic(-x); });
    case Act::HardShrink:
    case Act::SoftShrink: return use([=](float x) -> float { return x != 0 ? 1 : 0; });
    case Act::Threshold: return use([=](float x) -> float { return x > alpha ? 1 : 0; });
    case Act::SparsePlus: return use([=](float x) -> float { return x <= -1 ? 0 : x < 1 ? (x + 1) / 2 : 1; });
    case Act::SparseSigmoid: return use([=](float x) -> float { return x > 0 && x < 1 ? 0.5f : 0; });
    }
}

}  // namespace tl::cuda
