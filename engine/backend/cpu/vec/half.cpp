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

void addBf16(int64_t n, int count, const uint16_t* const* x, int64_t offset, uint16_t* y, bool relu) {
    const auto finish = [relu](float value) { return toBf16(relu && value < 0 ? 0.0f : value); };
    y += offset;
    if (count == 2) {
        const uint16_t *a = x[0] + offset, *b = x[1] + offset;
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) y[i] = finish(fromBf16(a[i]) + fromBf16(b[i]));
        return;
    }
    float sum[1024];
    for (int64_t start = 0; start < n; start += 1024) {
        const int64_t length = n - start < 1024 ? n - start : 1024;
        widen(Half::BFloat16, length, x[0] + offset + start, sum);
        for (int k = 1; k < count; ++k)
#pragma omp simd
            for (int64_t i = 0; i < length; ++i) sum[i] += fromBf16(x[k][offset + start + i]);
#pragma omp simd
        for (int64_t i = 0; i < length; ++i) y[start + i] = finish(sum[i]);
    }
}

void activationGradBf16(Act act, float alpha, int64_t n, const uint16_t* xy, const uint16_t* dy, uint16_t* dx) {
    if (act == Act::Relu) {
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) dx[i] = fromBf16(xy[i]) <= 0 ? static_cast<uint16_t>(0) : dy[i];
        return;
    }
    float value[1024], gradient[1024];
    for (int64_t start = 0; start < n; start += 1024) {
        const int64_t length = n - start < 1024 ? n - start : 1024;
        widen(Half::BFloat16, length, xy + start, value);
        widen(Half::BFloat16, length, dy + start, gradient);
        activationGrad(act, alpha, length, value, gradient, gradient);
        narrow(Half::BFloat16, length, gradient, dx + start);
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
