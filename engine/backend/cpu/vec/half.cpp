// Conversions between float32 and the 16-bit floats, and activations of values that are kept in bfloat16.
#include "engine/backend/cpu/vec/half.h"

#include "engine/backend/cpu/vec/functions.h"

namespace tl::cpu::TL_ISA {

void widen(Half type, int64_t n, const uint16_t* x, float* y) {
    if (type == Half::BFloat16) {
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) y[i] = fromBf16(x[i]);
    } else {
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) y[i] = fromF16(x[i]);
    }
}

void narrow(Half type, int64_t n, const float* x, uint16_t* y) {
    if (type == Half::BFloat16) {
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) y[i] = toBf16(x[i]);
    } else {
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) y[i] = toF16(x[i]);
    }
}

void activationBf16(Act act, float alpha, int64_t n, const uint16_t* x, uint16_t* y) {
    if (act == Act::Relu) {
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) {
            const float value = fromBf16(x[i]);
            y[i] = value < 0 ? static_cast<uint16_t>(0) : x[i];
        }
        return;
    }
    // In pieces that stay in the first cache.
    float piece[1024];
    for (int64_t start = 0; start < n; start += 1024) {
        const int64_t length = n - start < 1024 ? n - start : 1024;
        widen(Half::BFloat16, length, x + start, piece);
        activation(act, alpha, length, piece, piece);
        narrow(Half::BFloat16, length, piece, y + start);
    }
}

}  // namespace tl::cpu::TL_ISA
