// Update rules. Slots and parameters are usually updated where they are; inputs are read before outputs are written.
#include "engine/backend/cpu/vec/functions.h"

namespace tl::cpu::TL_ISA {

void sgd(int64_t n, const float* p, const float* g, const float* v, float* pOut, float* vOut, float rate,
         float momentum, float decay, bool nesterov) {
    if (v == nullptr) {
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) pOut[i] = p[i] - rate * (g[i] + decay * p[i]);
        return;
    }
    const float ofGradient = nesterov ? 1.0f : 0.0f, ofVelocity = nesterov ? momentum : 1.0f;
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) {
        const float gradient = g[i] + decay * p[i];
        const float velocity = momentum * v[i] + gradient;
        vOut[i] = velocity;
        pOut[i] = p[i] - rate * (ofGradient * gradient + ofVelocity * velocity);
    }
}

void adam(int64_t n, const float* p, const float* g, const float* m, const float* v, float* pOut, float* mOut,
          float* vOut, float rate, float beta1, float beta2, float rest1, float rest2, float correction1,
          float correction2, float epsilon, float decay) {
    const float step = rate / correction1;
    const float scale = 1.0f / correction2;
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) {
        const float gradient = g[i] + decay * p[i];
        const float first = beta1 * m[i] + rest1 * gradient;
        const float second = beta2 * v[i] + rest2 * gradient * gradient;
        mOut[i] = first;
        vOut[i] = second;
        pOut[i] = p[i] - step * first / (__builtin_sqrtf(second * scale) + epsilon);
    }
}

} // namespace tl::cpu::TL_ISA
