// The activation functions and their slopes. Input and output may be the same memory; each element is read before it is
// written. Forms are chosen so that nothing cancels: for negative x as for positive, small as large.
#include "engine/backend/cpu/vec/functions.h"
#include "engine/backend/cpu/vec/math.h"

namespace tl::cpu::TL_ISA {
namespace {

template <typename Function>
inline void each(int64_t n, const float* x, float* y, Function function) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) y[i] = function(x[i]);
}

template <typename Slope>
inline void eachSlope(int64_t n, const float* xy, const float* dy, float* dx, Slope slope) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) dx[i] = dy[i] * slope(xy[i]);
}

// Where the gate is shut nothing comes through, not even of an infinite dy.
template <typename Shut>
inline void eachGate(int64_t n, const float* xy, const float* dy, float* dx, Shut shut) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) dx[i] = shut(xy[i]) ? 0.0f : dy[i];
}

// NaN falls through all comparisons and comes out as itself.
inline float clamped(float x, float low, float high) { return x < low ? low : x > high ? high : x; }
inline float size(float x) { return x < 0 ? -x : x; }

// The argument of the logistic function that gelu's approximation is: x sigmoid(2 sqrt(2/pi) (x + 0.044715 x^3)).
inline float geluArgument(float x) { return 1.5957691216057308f * (x + 0.044715f * x * x * x); }

// tanh(softplus(x)) is a quotient of polynomials of e = exp(-|x|).
struct MishParts {
    float numerator, denominator, rest;  // rest = denominator - numerator
};
inline MishParts mishParts(float x, float e) {
    const float square = e * e;
    return x < 0 ? MishParts{square + 2 * e, square + 2 * e + 2, 2.0f}
                 : MishParts{1 + 2 * e, 1 + 2 * e + 2 * square, 2 * square};
}

inline float softplus(float x) { return (x < 0 ? 0.0f : x) + vlog1p(vexp(-size(x))); }

}  // namespace

void prelu(int64_t n, const float* x, const float* slope, float* y) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) y[i] = x[i] < 0 ? slope[i] * x[i] : x[i];
}

void preluGrad(int64_t n, const float* x, const float* slope, const float* dy, float* dx, float* dslope) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) {
        const float gradient = dy[i];
        dslope[i] += x[i] <= 0 ? gradient * x[i] : 0.0f;
        dx[i] = x[i] <= 0 ? gradient * slope[i] : gradient;
    }
}

void threshold(float limit, float value, int64_t n, const float* x, float* y) {
    each(n, x, y, [=](float v) { return v <= limit ? value : v; });
}

void activation(Act act, float alpha, int64_t n, const float* x, float* y) {
    switch (act) {
    case Act::Linear: return each(n, x, y, [](float v) { return v; });
    case Act::Relu: return each(n, x, y, [](float v) { return v < 0 ? 0.0f : v; });
    case Act::LeakyRelu: return each(n, x, y, [=](float v) { return v < 0 ? alpha * v : v; });
    case Act::Elu:
        return each(n, x, y, [=](float v) {
            const float e = alpha * vexpm1(v);
            return v < 0 ? e : v;
        });
    case Act::Gelu: return each(n, x, y, [](float v) { return v * vnormal(v); });
    case Act::Sigmoid: return each(n, x, y, [](float v) { return vsigmoid(v); });
    case Act::Tanh: return each(n, x, y, [](float v) { return vtanh(v); });
    case Act::Relu6: return each(n, x, y, [](float v) { return clamped(v, 0, 6); });
    case Act::Selu:
        return each(n, x, y, [](float v) {
            const float e = static_cast<float>(kSeluAlpha) * vexpm1(v);
            return static_cast<float>(kSeluScale) * (v < 0 ? e : v);
        });
    case Act::Celu:
        return each(n, x, y, [=, inverse = 1 / alpha](float v) {
            const float e = alpha * vexpm1(v * inverse);
            return v < 0 ? e : v;
        });
    case Act::GeluTanh: return each(n, x, y, [](float v) { return v * vsigmoid(geluArgument(v)); });
    case Act::Silu: return each(n, x, y, [](float v) { return v * vsigmoid(v); });
    case Act::Mish:
        return each(n, x, y, [](float v) {
            const MishParts parts = mishParts(v, vexp(-size(v)));
            return v * parts.numerator / parts.denominator;
        });
    case Act::HardSigmoid: return each(n, x, y, [](float v) { return clamped(v * (1 / 6.0f) + 0.5f, 0, 1); });
    case Act::HardSilu: return each(n, x, y, [](float v) { return v * clamped(v * (1 / 6.0f) + 0.5f, 0, 1); });
    case Act::HardTanh: return each(n, x, y, [](float v) { return clamped(v, -1, 1); });
    case Act::TanhShrink: return each(n, x, y, [](float v) { return vtanhShrink(v); });
    case Act::Softplus: return each(n, x, y, [](float v) { return softplus(v); });
    case Act::Softsign: return each(n, x, y, [](float v) { return v / (1 + size(v)); });
    case Act::Squareplus:
        return each(n, x, y, [=](float v) {
            const float root = __builtin_sqrtf(v * v + alpha);
            return v < 0 ? 0.5f * alpha / (root - v) : 0.5f * (v + root);
        });
    case Act::Exponential: return each(n, x, y, [](float v) { return vexp(v); });
    case Act::LogSigmoid: return each(n, x, y, [](float v) { return -softplus(-v); });
    case Act::HardShrink: return each(n, x, y, [=](float v) { return size(v) <= alpha ? 0.0f : v; });
    case Act::SoftShrink:
        return each(n, x, y, [=](float v) { return size(v) <= alpha ? 0.0f : v < 0 ? v + alpha : v - alpha; });
    case Act::Threshold: return threshold(alpha, 0, n, x, y);
    case Act::SparsePlus:
        return each(n, x, y, [](float v) { return v <= -1 ? 0.0f : v < 1 ? 0.25f * (v + 1) * (v + 1) : v; });
    case Act::SparseSigmoid: return each(n, x, y, [](float v) { return clamped(0.5f * v + 0.5f, 0, 1); });
    }
}

void activationGrad(Act act, float alpha, int64_t n, const float* xy, const float* dy, float* dx) {
    const auto slope = [=](auto function) { eachSlope(n, xy, dy, dx, function); };
    const auto gate = [=](auto shut) { eachGate(n, xy, dy, dx, shut); };
    switch (act) {
    case Act::Linear: return gate([](float) { return false; });
    case Act::Relu: return gate([](float y) { return y <= 0; });
    case Act::LeakyRelu: return slope([=](float y) { return y <= 0 ? alpha : 1.0f; });
    case Act::Elu: return slope([=](float y) { return y <= 0 ? y + alpha : 1.0f; });
    case Act::Gelu: return slope([](float x) { return vnormal(x) + x * 0.3989422804014327f * vexp(-0.5f * x * x); });
    case Act::Sigmoid: return slope([](float y) { return y * (1.0f - y); });
    case Act::Tanh: return slope([](float y) { return 1.0f - y * y; });
    case Act::Relu6: return gate([](float y) { return (y <= 0) | (y >= 6); });
    case Act::Selu:
        return slope([](float y) {
            constexpr float whole = static_cast<float>(kSeluScale), limit = static_cast<float>(kSeluScale * kSeluAlpha);
            return y <= 0 ? y + limit : whole;
        });
    case Act::Celu: return slope([=, inverse = 1 / alpha](float y) { return y <= 0 ? y * inverse + 1 : 1.0f; });
    case Act::GeluTanh:
        return slope([](float x) {
            const float u = geluArgument(x), s = vsigmoid(u);
            return s + x * s * vsigmoid(-u) * 1.5957691216057308f * (1 + 3 * 0.044715f * x * x);
        });
    case Act::Silu: return slope([](float x) { return vsigmoid(x) * (1 + x * vsigmoid(-x)); });
    case Act::Mish:
        return slope([](float x) {
            const float e = vexp(-size(x));
            const MishParts parts = mishParts(x, e);
            const float inverse = 1 / parts.denominator;
            const float sharpness = parts.rest * (parts.denominator + parts.numerator) * inverse * inverse;
            return parts.numerator * inverse + x * sharpness * ((x < 0 ? e : 1.0f) / (1 + e));
        });
    case Act::HardSigmoid: return slope([](float y) { return ((y <= 0) | (y >= 1)) ? 0.0f : 1 / 6.0f; });
    case Act::HardSilu: return slope([](float x) { return x <= -3 ? 0.0f : x < 3 ? x * (1 / 3.0f) + 0.5f : 1.0f; });
    case Act::HardTanh: return gate([](float y) { return (y <= -1) | (y >= 1); });
    case Act::TanhShrink:
        return slope([](float x) {
            const float t = vtanh(x);
            return t * t;
        });
    case Act::Softplus: return slope([](float x) { return vsigmoid(x); });
    case Act::Softsign:
        return slope([](float x) {
            const float t = 1 / (1 + size(x));
            return t * t;
        });
    case Act::Squareplus:
        return slope([=](float x) {
            const float root = __builtin_sqrtf(x * x + alpha);
            return (x < 0 ? 0.5f * alpha / (root - x) : 0.5f * (x + root)) / root;
        });
    case Act::Exponential: return slope([](float y) { return y; });
    case Act::LogSigmoid: return slope([](float x) { return vsigmoid(-x); });
    case Act::HardShrink:
    case Act::SoftShrink: return gate([](float y) { return y == 0; });
    case Act::Threshold: return gate([=](float x) { return x <= alpha; });
    case Act::SparsePlus: return slope([](float x) { return x <= -1 ? 0.0f : x < 1 ? 0.5f * (x + 1) : 1.0f; });
    case Act::SparseSigmoid: return slope([](float y) { return ((y <= 0) | (y >= 1)) ? 0.0f : 0.5f; });
    }
}

}  // namespace tl::cpu::TL_ISA
