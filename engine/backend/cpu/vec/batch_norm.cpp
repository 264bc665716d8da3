// Batch normalisation's two sweeps. Sums are taken of differences from a value near the data, in float over short
// stretches and in double over those, so that a large mean costs no digits.
#include "engine/backend/cpu/vec/functions.h"

namespace tl::cpu::TL_ISA {
namespace {

constexpr int64_t kStretch = 256;

template <int L>
void momentsOf(int64_t rows, int64_t lanes, const float* x, const float* shift, double* total, double* square) {
    for (int64_t start = 0; start < rows; start += kStretch) {
        const int64_t end = start + kStretch < rows ? start + kStretch : rows;
        float s[2][L] = {}, q[2][L] = {};
        for (int64_t r = start; r < end; ++r) {
            const float* row = x + r * lanes;
            const int k = r & 1;
#pragma omp simd
            for (int l = 0; l < L; ++l) {
                const float d = row[l] - shift[l];
                s[k][l] += d;
                q[k][l] += d * d;
            }
        }
        for (int l = 0; l < L; ++l) {
            total[l] += static_cast<double>(s[0][l]) + s[1][l];
            square[l] += static_cast<double>(q[0][l]) + q[1][l];
        }
    }
}

template <int L>
void gradSumsOf(int64_t rows, int64_t lanes, const float* x, const float* dy, const float* mean, const float* scale,
                const float* beta, bool relu, double* sumDy, double* sumDyX) {
    for (int64_t start = 0; start < rows; start += kStretch) {
        const int64_t end = start + kStretch < rows ? start + kStretch : rows;
        float s[L] = {}, q[L] = {};
        if (relu) {
            for (int64_t r = start; r < end; ++r) {
                const float *xr = x + r * lanes, *gr = dy + r * lanes;
#pragma omp simd
                for (int l = 0; l < L; ++l) {
                    const float d = xr[l] - mean[l];
                    const float g = d * scale[l] + beta[l] <= 0 ? 0.0f : gr[l];
                    s[l] += g;
                    q[l] += g * d;
                }
            }
        } else {
            for (int64_t r = start; r < end; ++r) {
                const float *xr = x + r * lanes, *gr = dy + r * lanes;
#pragma omp simd
                for (int l = 0; l < L; ++l) {
                    s[l] += gr[l];
                    q[l] += gr[l] * (xr[l] - mean[l]);
                }
            }
        }
        for (int l = 0; l < L; ++l) {
            sumDy[l] += s[l];
            sumDyX[l] += q[l];
        }
    }
}

// Calls one<16>, one<8> and one<1> on the lanes from left to right.
template <typename Wide, typename Narrow, typename Single>
inline void inLanes(int64_t lanes, const Wide& wide, const Narrow& narrow, const Single& single) {
    int64_t l = 0;
    for (; l + 16 <= lanes; l += 16) wide(l);
    for (; l + 8 <= lanes; l += 8) narrow(l);
    for (; l < lanes; ++l) single(l);
}

}  // namespace

void moments(int64_t rows, int64_t lanes, const float* x, const float* shift, double* total, double* square) {
    if (lanes == 1) {
        const float from = *shift;
        for (int64_t start = 0; start < rows; start += 4096) {
            const int64_t length = rows - start < 4096 ? rows - start : 4096;
            const float* row = x + start;
            float s = 0, q = 0;
#pragma omp simd reduction(+ : s, q)
            for (int64_t i = 0; i < length; ++i) {
                const float d = row[i] - from;
                s += d;
                q += d * d;
            }
            *total += s;
            *square += q;
        }
        return;
    }
    inLanes(
        lanes, [&](int64_t l) { momentsOf<16>(rows, lanes, x + l, shift + l, total + l, square + l); },
        [&](int64_t l) { momentsOf<8>(rows, lanes, x + l, shift + l, total + l, square + l); },
        [&](int64_t l) { momentsOf<1>(rows, lanes, x + l, shift + l, total + l, square + l); });
}

void scaleShift(int64_t rows, int64_t lanes, const float* x, const float* mean, const float* scale, const float* beta,
                float* y, bool relu) {
    if (lanes == 1) {
        const float m = *mean, s = *scale, b = *beta;
        if (relu) {
#pragma omp simd
            for (int64_t i = 0; i < rows; ++i) {
                const float v = (x[i] - m) * s + b;
                y[i] = v < 0 ? 0.0f : v;
            }
        } else {
#pragma omp simd
            for (int64_t i = 0; i < rows; ++i) y[i] = (x[i] - m) * s + b;
        }
        return;
    }
    if (lanes == 16) {
        float m[16], s[16], b[16];
        for (int l = 0; l < 16; ++l) m[l] = mean[l], s[l] = scale[l], b[l] = beta[l];
        if (relu) {
            for (int64_t r = 0; r < rows; ++r) {
#pragma omp simd
                for (int l = 0; l < 16; ++l) {
                    const float v = (x[r * 16 + l] - m[l]) * s[l] + b[l];
                    y[r * 16 + l] = v < 0 ? 0.0f : v;
                }
            }
        } else {
            for (int64_t r = 0; r < rows; ++r) {
#pragma omp simd
                for (int l = 0; l < 16; ++l) y[r * 16 + l] = (x[r * 16 + l] - m[l]) * s[l] + b[l];
            }
        }
        return;
    }
    for (int64_t r = 0; r < rows; ++r, x += lanes, y += lanes) {
#pragma omp simd
        for (int64_t l = 0; l < lanes; ++l) {
            const float v = (x[l] - mean[l]) * scale[l] + beta[l];
            y[l] = relu && v < 0 ? 0.0f : v;
        }
    }
}

void normGradSums(int64_t rows, int64_t lanes, const float* x, const float* dy, const float* mean, const float* scale,
                  const float* beta, bool relu, double* sumDy, double* sumDyX) {
    if (lanes == 1) {
        const float m = *mean, w = *scale, b = *beta;
        for (int64_t start = 0; start < rows; start += 4096) {
            const int64_t length = rows - start < 4096 ? rows - start : 4096;
            const float *xr = x + start, *gr = dy + start;
            float s = 0, q = 0;
#pragma omp simd reduction(+ : s, q)
            for (int64_t i = 0; i < length; ++i) {
                const float d = xr[i] - m;
                const float g = relu && d * w + b <= 0 ? 0.0f : gr[i];
                s += g;
                q += g * d;
            }
            *sumDy += s;
            *sumDyX += q;
        }
        return;
    }
    inLanes(
        lanes,
        [&](int64_t l) {
            gradSumsOf<16>(rows, lanes, x + l, dy + l, mean + l, scale + l, beta + l, relu, sumDy + l, sumDyX + l);
        },
        [&](int64_t l) {
            gradSumsOf<8>(rows, lanes, x + l, dy + l, mean + l, scale + l, beta + l, relu, sumDy + l, sumDyX + l);
        },
        [&](int64_t l) {
            gradSumsOf<1>(rows, lanes, x + l, dy + l, mean + l, scale + l, beta + l, relu, sumDy + l, sumDyX + l);
        });
}

void normGrad(int64_t rows, int64_t lanes, const float* x, const float* dy, const float* mean, const float* scale,
              const float* beta, const float* a, const float* b, bool relu, float* dx) {
    if (lanes == 1) {
        const float m = *mean, w = *scale, o = *beta, c = *a, e = *b;
#pragma omp simd
        for (int64_t i = 0; i < rows; ++i) {
            const float d = x[i] - m;
            const float g = relu && d * w + o <= 0 ? 0.0f : dy[i];
            dx[i] = w * g - c - d * e;
        }
        return;
    }
    if (lanes == 16) {
        float m[16], w[16], o[16], c[16], e[16];
        for (int l = 0; l < 16; ++l) m[l] = mean[l], w[l] = scale[l], o[l] = beta[l], c[l] = a[l], e[l] = b[l];
        for (int64_t r = 0; r < rows; ++r) {
#pragma omp simd
            for (int l = 0; l < 16; ++l) {
                const float d = x[r * 16 + l] - m[l];
                const float g = relu && d * w[l] + o[l] <= 0 ? 0.0f : dy[r * 16 + l];
                dx[r * 16 + l] = w[l] * g - c[l] - d * e[l];
            }
        }
        return;
    }
    for (int64_t r = 0; r < rows; ++r, x += lanes, dy += lanes, dx += lanes) {
#pragma omp simd
        for (int64_t l = 0; l < lanes; ++l) {
            const float d = x[l] - mean[l];
            const float g = relu && d * scale[l] + beta[l] <= 0 ? 0.0f : dy[l];
            dx[l] = scale[l] * g - a[l] - d * b[l];
        }
    }
}

}  // namespace tl::cpu::TL_ISA
