// The parts of LSTM and GRU cells between their activations, for one row of units. Gates lie side by side as in
// engine/ops/lstm.cpp and gru.cpp: `n` units of each.
#include "engine/backend/cpu/vec/functions.h"

namespace tl::cpu::TL_ISA {

void lstmCell(int64_t n, const float* gates, const float* before, float* cell) {
    const float *input = gates, *forget = input + n, *candidate = forget + n;
#pragma omp simd
    for (int64_t u = 0; u < n; ++u) cell[u] = forget[u] * before[u] + input[u] * candidate[u];
}

void lstmCellGrad(int64_t n, const float* gates, const float* before, const float* dshown, float* dcell,
                  float* dgates) {
    const float *input = gates, *forget = input + n, *candidate = forget + n;
    float *dinput = dgates, *dforget = dinput + n, *dcandidate = dforget + n;
#pragma omp simd
    for (int64_t u = 0; u < n; ++u) {
        const float flow = dcell[u] + dshown[u];
        dinput[u] = flow * candidate[u];
        dforget[u] = flow * before[u];
        dcandidate[u] = flow * input[u];
        dcell[u] = flow * forget[u];
    }
}

void gruMix(int64_t n, const float* update, const float* candidate, const float* before, float* y) {
#pragma omp simd
    for (int64_t u = 0; u < n; ++u) y[u] = candidate[u] + update[u] * (before[u] - candidate[u]);
}

void gruMixGrad(int64_t n, const float* update, const float* candidate, const float* before, const float* flow,
                float* dupdate, float* dcandidate, float* dbefore) {
#pragma omp simd
    for (int64_t u = 0; u < n; ++u) {
        const float f = flow[u], z = update[u];
        dupdate[u] = f * (before[u] - candidate[u]);
        dcandidate[u] = f * (1.0f - z);
        dbefore[u] = f * z;
    }
}

void products(int64_t n, const float* x, const float* a, const float* b, float* xa, float* xb) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) {
        const float value = x[i];
        xa[i] = value * a[i];
        xb[i] = value * b[i];
    }
}

void multiplyAdd(int64_t n, const float* a, const float* b, const float* c, float* y) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) y[i] = a[i] * b[i] + c[i];
}

}  // namespace tl::cpu::TL_ISA
