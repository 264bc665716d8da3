// Update rules. One loop carries any of them: a rule is what happens to one weight and its slots, written once, and is
// inlined into a loop of its own. Slots and weights are usually updated where they are; an element is read before it is
// written.
#include "engine/backend/cpu/vec/functions.h"

namespace tl::cpu::TL_ISA {
namespace {

inline __attribute__((always_inline)) float root(float x) { return __builtin_sqrtf(x); }

// rule(weight, gradient, each slot), for n elements of each row.
template <int slots, typename Rule>
void each(int64_t n, const UpdateBuffers& u, const Rule& rule) {
    for (int64_t row = 0; row < u.rows; ++row) {
        const int64_t start = row * u.stride;
        const float *p = u.p + start, *g = u.g + row * u.gradientStride;
        float* pOut = u.pOut + start;
        [[maybe_unused]] const float *a = u.state[0] + (slots > 0 ? start : 0),
                                     *b = u.state[1] + (slots > 1 ? start : 0),
                                     *c = u.state[2] + (slots > 2 ? start : 0);
        [[maybe_unused]] float *aOut = u.stateOut[0] + (slots > 0 ? start : 0),
                               *bOut = u.stateOut[1] + (slots > 1 ? start : 0),
                               *cOut = u.stateOut[2] + (slots > 2 ? start : 0);
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) {
            float weight = p[i];
            [[maybe_unused]] float first = slots > 0 ? a[i] : 0, second = slots > 1 ? b[i] : 0,
                                   third = slots > 2 ? c[i] : 0;
            if constexpr (slots == 0) rule(weight, g[i]);
            if constexpr (slots == 1) rule(weight, g[i], first);
            if constexpr (slots == 2) rule(weight, g[i], first, second);
            if constexpr (slots == 3) rule(weight, g[i], first, second, third);
            pOut[i] = weight;
            if constexpr (slots > 0) aOut[i] = first;
            if constexpr (slots > 1) bOut[i] = second;
            if constexpr (slots > 2) cOut[i] = third;
        }
    }
}

}  // namespace

void update(Rule rule, int64_t n, const UpdateBuffers& u, const UpdateNumbers& k) {
    switch (rule) {
    case Rule::Sgd: return each<0>(n, u, [k](float& p, float g) { p -= k.shrink * p + k.rate * (g + k.decay * p); });
    case Rule::SgdMomentum:
        return each<1>(n, u, [k](float& p, float g, float& a) {
            const float gradient = g + k.decay * p;
            a = k.beta1 * a + k.ofSlot * gradient;
            p -= k.shrink * p + (k.ofGradient * gradient + k.ofMoment * a);
        });
    case Rule::Adam:
        return each<2>(n, u, [k](float& p, float g, float& a, float& b) {
            const float gradient = g + k.decay * p;
            a = k.beta1 * a + k.rest1 * gradient;
            b = k.beta2 * b + k.rest2 * gradient * gradient;
            p -= k.shrink * p + (k.ofMoment * a + k.ofGradient * gradient) / (root(b * k.scale) + k.epsilon);
        });
    case Rule::Adamax:
        return each<2>(n, u, [k](float& p, float g, float& a, float& b) {
            const float gradient = g + k.decay * p;
            a = k.beta1 * a + k.rest1 * gradient;
            const float size = __builtin_fabsf(gradient) + k.under, kept = k.beta2 * b;
            b = kept > size ? kept : size;
            p -= k.shrink * p + k.ofMoment * a / (b + k.epsilon);
        });
    case Rule::Lion:
        return each<1>(n, u, [k](float& p, float g, float& a) {
            const float way = k.beta1 * a + k.rest1 * g;
            a = k.beta2 * a + k.rest2 * g;
            p -= k.shrink * p + k.rate * (way > 0 ? 1.0f : way < 0 ? -1.0f : way);  // NaN stays NaN
        });
    case Rule::Adagrad:
        return each<1>(n, u, [k](float& p, float g, float& a) {
            const float gradient = g + k.decay * p;
            a += gradient * gradient;
            p -= k.shrink * p + k.rate * gradient / (root(a + k.under) + k.epsilon);
        });
    case Rule::Adadelta:
        return each<2>(n, u, [k](float& p, float g, float& a, float& b) {
            const float gradient = g + k.decay * p;
            a = k.beta2 * a + k.rest2 * gradient * gradient;
            const float step = root(b + k.under) / root(a + k.under) * gradient;
            b = k.beta2 * b + k.rest2 * step * step;
            p -= k.shrink * p + k.rate * step;
        });
    case Rule::RmsProp:
        return each<1>(n, u, [k](float& p, float g, float& a) {
            const float gradient = g + k.decay * p;
            a = k.beta2 * a + k.rest2 * gradient * gradient;
            p -= k.shrink * p + k.rate * gradient / (root(a + k.under) + k.epsilon);
        });
    case Rule::RmsPropMomentum:
        return each<2>(n, u, [k](float& p, float g, float& a, float& b) {
            const float gradient = g + k.decay * p;
            a = k.beta2 * a + k.rest2 * gradient * gradient;
            b = k.beta1 * b + k.ofSlot * gradient / (root(a + k.under) + k.epsilon);
            p -= k.shrink * p + k.ofMoment * b;
        });
    // A variance is no less than 0, whatever rounding makes of its difference.
    case Rule::RmsPropCentered:
        return each<2>(n, u, [k](float& p, float g, float& a, float& b) {
            const float gradient = g + k.decay * p;
            a = k.beta2 * a + k.rest2 * gradient * gradient;
            b = k.beta2 * b + k.rest2 * gradient;
            const float variance = a - b * b;
            p -= k.shrink * p + k.rate * gradient / (root((variance < 0 ? 0 : variance) + k.under) + k.epsilon);
        });
    case Rule::RmsPropCenteredMomentum:
        return each<3>(n, u, [k](float& p, float g, float& a, float& b, float& c) {
            const float gradient = g + k.decay * p;
            a = k.beta2 * a + k.rest2 * gradient * gradient;
            b = k.beta2 * b + k.rest2 * gradient;
            const float variance = a - b * b;
            c = k.beta1 * c + k.ofSlot * gradient / (root((variance < 0 ? 0 : variance) + k.under) + k.epsilon);
            p -= k.shrink * p + k.ofMoment * c;
        });
    }
}

}  // namespace tl::cpu::TL_ISA
