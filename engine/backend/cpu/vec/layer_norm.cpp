// Normalisation of rows, each by its own mean and deviation, while the row is in the first cache: one sweep for the
// mean, one for the deviation, one for the result. The mean is taken of differences from the row's first value, so that
// a large one costs no digits.
#include "engine/backend/cpu/vec/functions.h"

namespace tl::cpu::TL_ISA {
namespace {

constexpr int64_t kStretch = 4096;  // numbers that are added up in float

// The sum of term(i) over a row.
template <typename Term>
inline __attribute__((always_inline)) double sumOf(int64_t width, const Term& term) {
    double total = 0;
    for (int64_t start = 0; start < width; start += kStretch) {
        const int64_t end = start + kStretch < width ? start + kStretch : width;
        float part = 0;
#pragma omp simd reduction(+ : part)
        for (int64_t i = start; i < end; ++i) part += term(i);
        total += static_cast<double>(part);
    }
    return total;
}

}  // namespace

void layerNorm(int64_t rows, int64_t width, const float* x, const float* gamma, const float* beta, double epsilon,
               float* y, float* means, float* inverses) {
    const auto count = static_cast<double>(width);
    for (int64_t r = 0; r < rows; ++r, x += width, y += width) {
        const float shift = x[0];
        const double away = sumOf(width, [=](int64_t i) { return x[i] - shift; }) / count;
        const auto mean = static_cast<float>(static_cast<double>(shift) + away);
        const double squares = sumOf(width, [=](int64_t i) { return (x[i] - mean) * (x[i] - mean); });
        const auto inverse = static_cast<float>(1 / __builtin_sqrt(squares / count + epsilon));
        means[r] = mean, inverses[r] = inverse;
#pragma omp simd
        for (int64_t i = 0; i < width; ++i) y[i] = (x[i] - mean) * (inverse * gamma[i]) + beta[i];
    }
}

void layerNormGrad(int64_t rows, int64_t width, const float* x, const float* dy, const float* gamma, const float* means,
                   const float* inverses, float* dx, float* dgamma, float* dbeta) {
    const auto count = static_cast<double>(width);
    for (int64_t r = 0; r < rows; ++r, x += width, dy += width, dx += width) {
        const float mean = means[r], inverse = inverses[r];
        const double sum = sumOf(width, [=](int64_t i) { return dy[i] * gamma[i]; });
        const double product = sumOf(width, [=](int64_t i) { return dy[i] * gamma[i] * (x[i] - mean); });
        const auto level = static_cast<float>(sum / count);
        const auto slope = static_cast<float>(product / count) * inverse * inverse;
#pragma omp simd
        for (int64_t i = 0; i < width; ++i) {
            const float away = x[i] - mean, given = dy[i];
            dgamma[i] += given * away * inverse;
            dbeta[i] += given;
            dx[i] = inverse * (given * gamma[i] - level - away * slope);
        }
    }
}

}  // namespace tl::cpu::TL_ISA
