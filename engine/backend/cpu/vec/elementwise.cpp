// Loops over elements. Input and output may be the same memory; each element is read before it is written.
#include "engine/backend/cpu/vec/functions.h"
#include "engine/backend/cpu/vec/lanes.h"
#include "engine/backend/cpu/vec/math.h"

namespace tl::cpu::TL_ISA {

void rescaleU8(int64_t n, const uint8_t* x, float* y, float scale, float offset) {
    int64_t i = 0;
    for (; i + kWidth <= n; i += kWidth) store(y + i, __builtin_convertvector(widened(x + i), Floats) * scale + offset);
    for (; i < n; ++i) y[i] = static_cast<float>(x[i]) * scale + offset;
}

void rescale(int64_t n, const float* x, float* y, float scale, float offset) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) y[i] = x[i] * scale + offset;
}

void pairwise(Pairwise kind, int64_t n, const float* a, const float* b, float* y) {
    switch (kind) {
    case Pairwise::Sub:
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) y[i] = a[i] - b[i];
        return;
    case Pairwise::Mul:
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) y[i] = a[i] * b[i];
        return;
    case Pairwise::Div:
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) y[i] = a[i] / b[i];
        return;
    // Of a NaN and a number the NaN is taken, on either side.
    case Pairwise::Max:
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) y[i] = ((a[i] > b[i]) | (a[i] != a[i])) ? a[i] : b[i];
        return;
    case Pairwise::Min:
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) y[i] = ((a[i] < b[i]) | (a[i] != a[i])) ? a[i] : b[i];
        return;
    }
}

void maxGrad(int64_t n, const float* a, const float* b, const float* dy, float* da, float* db) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) {
        const float whole = dy[i], first = a[i] > b[i] ? whole : a[i] < b[i] ? 0.0f : 0.5f * whole;
        da[i] = first;
        db[i] = whole - first;
    }
}

void add(int64_t n, int count, const float* const* x, int64_t offset, float* y, bool relu) {
    const float *a = x[0] + offset, *b = x[count > 1 ? 1 : 0] + offset;
    y += offset;
    if (count == 1) {
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) y[i] = relu && a[i] < 0 ? 0.0f : a[i];
        return;
    }
    if (count == 2) {
        if (relu) {
#pragma omp simd
            for (int64_t i = 0; i < n; ++i) {
                const float s = a[i] + b[i];
                y[i] = s < 0 ? 0.0f : s;
            }
        } else {
#pragma omp simd
            for (int64_t i = 0; i < n; ++i) y[i] = a[i] + b[i];
        }
        return;
    }
    // In pieces that stay in the first cache; the output may be any of the inputs.
    float piece[1024];
    for (int64_t start = 0; start < n; start += 1024) {
        const int64_t length = n - start < 1024 ? n - start : 1024;
#pragma omp simd
        for (int64_t i = 0; i < length; ++i) piece[i] = a[start + i] + b[start + i];
        for (int k = 2; k < count; ++k) {
            const float* c = x[k] + offset + start;
#pragma omp simd
            for (int64_t i = 0; i < length; ++i) piece[i] += c[i];
        }
#pragma omp simd
        for (int64_t i = 0; i < length; ++i) y[start + i] = relu && piece[i] < 0 ? 0.0f : piece[i];
    }
}

void addRow(int64_t n, const float* x, const float* bias, float* y) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) y[i] = x[i] + bias[i];
}

void addValue(int64_t n, const float* x, float bias, float* y) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) y[i] = x[i] + bias;
}

void accumulate(int64_t n, const float* x, float* total) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) total[i] += x[i];
}

double sum(int64_t n, const float* x) {
    double total = 0;
    for (int64_t start = 0; start < n; start += 4096) {
        const int64_t length = n - start < 4096 ? n - start : 4096;
        float part = 0;
#pragma omp simd reduction(+ : part)
        for (int64_t i = 0; i < length; ++i) part += x[start + i];
        total += part;
    }
    return total;
}

// The bits of floats without their sign are in order, a NaN's last.
float largest(int64_t n, const float* x) {
    typedef int32_t __attribute__((may_alias)) Bits;
    const Bits* bits = reinterpret_cast<const Bits*>(x);
    int32_t most = 0;
#pragma omp simd reduction(max : most)
    for (int64_t i = 0; i < n; ++i) {
        const int32_t size = bits[i] & 0x7fffffff;
        most = size > most ? size : most;
    }
    float value;
    __builtin_memcpy(&value, &most, sizeof value);
    return value;
}

double squareSum(int64_t n, const float* x) {
    double total = 0;
    for (int64_t start = 0; start < n; start += 4096) {
        const int64_t length = n - start < 4096 ? n - start : 4096;
        float part = 0;
#pragma omp simd reduction(+ : part)
        for (int64_t i = 0; i < length; ++i) part += x[start + i] * x[start + i];
        total += part;
    }
    return total;
}

void movingAverage(int64_t n, const float* moving, const float* value, float* out, float momentum) {
    const float rest = 1.0f - momentum;
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) out[i] = moving[i] * momentum + value[i] * rest;
}

}  // namespace tl::cpu::TL_ISA
