// Softmax and what is made of it, row by row. Input and output may be the same memory.
#include "engine/backend/cpu/vec/functions.h"
#include "engine/backend/cpu/vec/lanes.h"
#include "engine/backend/cpu/vec/math.h"

namespace tl::cpu::TL_ISA {

// The largest of a row, or 0 where it holds a NaN, which then spreads by itself.
static float topOf(int64_t width, const float* x) {
    float top = x[0];
    bool broken = false;
    for (int64_t i = 0; i < width; ++i) {
        top = x[i] > top ? x[i] : top;
        broken |= x[i] != x[i];
    }
    return broken ? 0 : top;
}

void logSoftmax(int64_t rows, int64_t width, const float* x, float* y) {
    for (int64_t r = 0; r < rows; ++r, x += width, y += width) {
        const float top = topOf(width, x);
        float total = 0;
#pragma omp simd reduction(+ : total)
        for (int64_t i = 0; i < width; ++i) total += vexp(x[i] - top);
        const float away = total != total ? total : vlog(total);
#pragma omp simd
        for (int64_t i = 0; i < width; ++i) y[i] = x[i] - top - away;
    }
}

void logSoftmaxGrad(int64_t rows, int64_t width, const float* y, const float* dy, float* dx) {
    for (int64_t r = 0; r < rows; ++r, y += width, dy += width, dx += width) {
        float total = 0;
#pragma omp simd reduction(+ : total)
        for (int64_t i = 0; i < width; ++i) total += dy[i];
#pragma omp simd
        for (int64_t i = 0; i < width; ++i) dx[i] = dy[i] - vexp(y[i]) * total;
    }
}

// Returns what the exponentials add up to.
static float softmaxRow(int64_t width, float top, const float* x, float* y) {
    float total = 0;
#pragma omp simd reduction(+ : total)
    for (int64_t i = 0; i < width; ++i) {
        const float e = vexp(x[i] - top);
        y[i] = e;
        total += e;
    }
    const float scale = 1.0f / total;
#pragma omp simd
    for (int64_t i = 0; i < width; ++i) y[i] *= scale;
    return total;
}

void softmax(int64_t rows, int64_t width, const float* x, float* y) {
    for (int64_t r = 0; r < rows; ++r, x += width, y += width) softmaxRow(width, topOf(width, x), x, y);
}

void softmaxGrad(int64_t rows, int64_t width, const float* y, const float* dy, float* dx) {
    for (int64_t r = 0; r < rows; ++r, y += width, dy += width, dx += width) {
        float dot = 0;
#pragma omp simd reduction(+ : dot)
        for (int64_t i = 0; i < width; ++i) dot += y[i] * dy[i];
#pragma omp simd
        for (int64_t i = 0; i < width; ++i) dx[i] = y[i] * (dy[i] - dot);
    }
}

// Cross-entropy of a row is log(sum of exp(x - top)) - (x[label] - top).
static double lossOf(float total, float top, float score) {
    return static_cast<double>(total != total ? total : vlog(total)) - static_cast<double>(score - top);
}

static bool within(int32_t label, int64_t width) { return label >= 0 && label < width; }

// A row in each lane: so a few classes, which fill no register, cost no more than their share. At most kNarrow of them.
static constexpr int64_t kNarrow = 32;

static double narrowCrossEntropy(int64_t width, const float* x, const int32_t* labels, float* y) {
    float values[kNarrow][kWidth], top[kWidth], total[kWidth] = {};
    for (int64_t i = 0; i < width; ++i)
        for (int l = 0; l < kWidth; ++l) values[i][l] = x[l * width + i];
    float broken[kWidth] = {};
#pragma omp simd
    for (int l = 0; l < kWidth; ++l) top[l] = x[l * width];
    for (int64_t i = 0; i < width; ++i)
#pragma omp simd
        for (int l = 0; l < kWidth; ++l) {
            top[l] = values[i][l] > top[l] ? values[i][l] : top[l];
            broken[l] = values[i][l] != values[i][l] ? 1.0f : broken[l];
        }
#pragma omp simd
    for (int l = 0; l < kWidth; ++l) top[l] = broken[l] != 0 ? 0.0f : top[l];
    double loss = 0;
    float scores[kWidth];
    for (int l = 0; l < kWidth; ++l) scores[l] = within(labels[l], width) ? values[labels[l]][l] : __builtin_nanf("");
    for (int64_t i = 0; i < width; ++i)
#pragma omp simd
        for (int l = 0; l < kWidth; ++l) {
            values[i][l] = vexp(values[i][l] - top[l]);
            total[l] += values[i][l];
        }
    for (int64_t i = 0; i < width; ++i)
        for (int l = 0; l < kWidth; ++l) y[l * width + i] = values[i][l] / total[l];
    for (int l = 0; l < kWidth; ++l) loss += lossOf(total[l], top[l], scores[l]);
    return loss;
}

double crossEntropy(int64_t rows, int64_t width, const float* x, const int32_t* labels, float* y) {
    double loss = 0;
    int64_t r = 0;
    if (width <= kNarrow)
        for (; r + kWidth <= rows; r += kWidth, x += kWidth * width, y += kWidth * width)
            loss += narrowCrossEntropy(width, x, labels + r, y);
    for (; r < rows; ++r, x += width, y += width) {
        const float top = topOf(width, x);
        const float score = within(labels[r], width) ? x[labels[r]] : __builtin_nanf("");
        loss += lossOf(softmaxRow(width, top, x, y), top, score);
    }
    return loss;
}

}  // namespace tl::cpu::TL_ISA
