// exp, log, tanh, the logistic function and the normal distribution for vector loops: straight-line code without
// branches or calls, so that the compiler vectorises the loops around them. NaN goes through. Errors are a few units in
// the last place, but for the normal distribution's; coefficients are those of Cephes (Moshier) and, for erfc,
// Abramowitz and Stegun 7.1.26's form.
#pragma once

#include <cstdint>

namespace tl::cpu::TL_ISA {

// e^x = (1 + bend) * a * b; a and b are powers of 2.
struct ExpParts {
    float bend, a, b;
};
static inline __attribute__((always_inline)) ExpParts vexpParts(float x) {
    x = x > 89.0f ? 89.0f : x;
    x = x < -104.0f ? -104.0f : x;
    // Adding and taking away 1.5 * 2^23 rounds to the nearest integer, which then stands in the lowest bits.
    const float rounded = x * 1.44269504088896341f + 12582912.0f, n = rounded - 12582912.0f;
    float r = x - n * 0.693359375f;
    r = r - n * -2.12194440e-4f;
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    // 2^n in two factors, so that the ends of the range come out as subnormals and infinity.
    const int32_t whole = __builtin_bit_cast(int32_t, rounded) - 0x4b400000, half = whole >> 1;
    return {p * r * r + r, __builtin_bit_cast(float, (half + 127) << 23),
            __builtin_bit_cast(float, (whole - half + 127) << 23)};
}

static inline __attribute__((always_inline)) float vexp(float x) {
    const ExpParts e = vexpParts(x);
    return (e.bend + 1.0f) * e.a * e.b;
}

// e^x - 1 for x <= 88, with a small relative error near 0 too.
static inline __attribute__((always_inline)) float vexpm1(float x) {
    const ExpParts e = vexpParts(x);
    return e.bend * e.a * e.b + (e.a * e.b - 1.0f);
}

static inline __attribute__((always_inline)) float vsigmoid(float x) { return 1.0f / (1.0f + vexp(-x)); }

// tanh(x) - x for |x| < 0.625.
static inline __attribute__((always_inline)) float vtanhBend(float x) {
    const float z = x * x;
    float p = -5.70498872745e-3f;
    p = p * z + 2.06390887954e-2f;
    p = p * z - 5.37397155531e-2f;
    p = p * z + 1.33314422036e-1f;
    p = p * z - 3.33332819422e-1f;
    return p * z * x;
}

// tanh(x) for |x| >= 0.625.
static inline __attribute__((always_inline)) float vtanhFar(float x) {
    const float size = x < 0 ? -x : x;
    const float large = 1.0f - 2.0f / (vexp(2.0f * size) + 1.0f);
    return x < 0 ? -large : large;
}

static inline __attribute__((always_inline)) float vtanh(float x) {
    const float small = vtanhBend(x) + x, large = vtanhFar(x);
    return (x < 0 ? -x : x) < 0.625f ? small : large;
}

// x - tanh(x), exact for small x too.
static inline __attribute__((always_inline)) float vtanhShrink(float x) {
    const float small = -vtanhBend(x), large = x - vtanhFar(x);
    return (x < 0 ? -x : x) < 0.625f ? small : large;
}

// Of positive normal numbers.
static inline __attribute__((always_inline)) float vlog(float x) {
    // x = m * 2^e with m in [sqrt(1/2), sqrt(2)).
    const int32_t bits = __builtin_bit_cast(int32_t, x) - 0x3f3504f3;
    const float e = static_cast<float>(bits >> 23);
    const float f = __builtin_bit_cast(float, (bits & 0x7fffff) + 0x3f3504f3) - 1.0f;
    const float z = f * f;
    float p = 7.0376836292e-2f;
    p = p * f - 1.1514610310e-1f;
    p = p * f + 1.1676998740e-1f;
    p = p * f - 1.2420140846e-1f;
    p = p * f + 1.4249322787e-1f;
    p = p * f - 1.6668057665e-1f;
    p = p * f + 2.0000714765e-1f;
    p = p * f - 2.4999993993e-1f;
    p = p * f + 3.3333331174e-1f;
    return f + (p * z * f - e * 2.12194440e-4f - 0.5f * z) + e * 0.693359375f;
}

// log(1 + x) for x in [0, 1]: what rounding takes from 1 + x is put back as a factor.
static inline __attribute__((always_inline)) float vlog1p(float x) {
    const float sum = 1.0f + x, kept = sum - 1.0f;
    const float exact = vlog(sum) * (x / kept);
    return kept == 0 ? x : exact;
}

// The standard normal distribution function, to 1e-7. Far below 0, where it is next to nothing, that is a larger part
// of it: 0.06 % at -4.2, 1 % at -8.
static inline __attribute__((always_inline)) float vnormal(float x) {
    const float size = (x < 0 ? -x : x) * 0.70710678118654752f;
    const float t = 1.0f / (1.0f + 0.3275911f * size);
    float p = 1.061405429f;
    p = p * t - 1.453152027f;
    p = p * t + 1.421413741f;
    p = p * t - 0.284496736f;
    p = p * t + 0.254829592f;
    const float tail = 0.5f * p * t * vexp(-size * size);
    return x < 0 ? tail : 1.0f - tail;
}

}  // namespace tl::cpu::TL_ISA
