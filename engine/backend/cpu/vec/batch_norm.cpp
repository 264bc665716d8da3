// Batch normalisation's two sweeps. Sums are taken of differences from a value near the data, in float over short
// stretches and in double over those, so that a large mean costs no digits.
#include "engine/backend/cpu/vec/functions.h"
#include "engine/backend/cpu/vec/lanes.h"

namespace tl::cpu::TL_ISA {
namespace {

constexpr int64_t kStretch = 256;

constexpr int64_t kFew = 2 * kWidth;  // lanes

constexpr int kChains = 4;  // of additions, side by side: one waits for the one before it

// Adds one register's lanes of two sums over the rows, each a term of a row.
template <typename Terms>
inline void sumRows(int64_t rows, const Terms& terms, double* first, double* second) {
    for (int64_t start = 0; start < rows; start += kStretch) {
        const int64_t end = start + kStretch < rows ? start + kStretch : rows;
        Floats s[kChains] = {}, q[kChains] = {};
        int64_t r = start;
        for (; r + kChains <= end; r += kChains)
#pragma GCC unroll 4
            for (int k = 0; k < kChains; ++k) terms(r + k, s[k], q[k]);
        for (; r < end; ++r) terms(r, s[0], q[0]);
        for (int l = 0; l < kWidth; ++l) {
            first[l] += (static_cast<double>(s[0][l]) + s[1][l]) + (static_cast<double>(s[2][l]) + s[3][l]);
            second[l] += (static_cast<double>(q[0][l]) + q[1][l]) + (static_cast<double>(q[2][l]) + q[3][l]);
        }
    }
}

// The same of all registers of a row, whose terms are termsAt(lane). Where many lie side by side, memory is walked
// through in its own order: one register's rows are pages apart, and nothing is fetched ahead of them.
template <typename TermsAt>
inline void sumRegisters(int64_t rows, int64_t lanes, const TermsAt& termsAt, double* first, double* second) {
    if (lanes <= kFew) {
        for (int64_t l = 0; l + kWidth <= lanes; l += kWidth) sumRows(rows, termsAt(l), first + l, second + l);
        return;
    }
    constexpr int64_t kMost = 1024;
    float s[kMost], q[kMost];
    const int64_t whole = lanes / kWidth * kWidth;
    for (int64_t begin = 0; begin < whole; begin += kMost) {
        const int64_t width = whole - begin < kMost ? whole - begin : kMost;
        for (int64_t start = 0; start < rows; start += kStretch) {
            const int64_t end = start + kStretch < rows ? start + kStretch : rows;
            for (int64_t l = 0; l < width; ++l) s[l] = q[l] = 0;
            for (int64_t r = start; r < end; r += 2)
                for (int64_t l = 0; l < width; l += kWidth) {
                    const auto terms = termsAt(begin + l);
                    Floats one = load(s + l), other = load(q + l);
                    terms(r, one, other);
                    if (r + 1 < end) terms(r + 1, one, other);
                    store(s + l, one);
                    store(q + l, other);
                }
            for (int64_t l = 0; l < width; ++l) {
                first[begin + l] += static_cast<double>(s[l]);
                second[begin + l] += static_cast<double>(q[l]);
            }
        }
    }
}

// Calls at(lane)(row) for all registers of all rows, in memory's order where many lie side by side.
template <typename At>
inline void eachRegister(int64_t rows, int64_t lanes, const At& at) {
    if (lanes > kFew) {
        for (int64_t r = 0; r < rows; ++r)
            for (int64_t l = 0; l + kWidth <= lanes; l += kWidth) at(l)(r);
        return;
    }
    for (int64_t l = 0; l + kWidth <= lanes; l += kWidth) {
        const auto row = at(l);
        for (int64_t r = 0; r < rows; ++r) row(r);
    }
}

// The same for one of the lanes that are left over.
template <typename Terms>
inline void sumRowsSingle(int64_t rows, const Terms& terms, double* first, double* second) {
    for (int64_t start = 0; start < rows; start += kStretch) {
        const int64_t end = start + kStretch < rows ? start + kStretch : rows;
        float s = 0, q = 0;
        for (int64_t r = start; r < end; ++r) terms(r, s, q);
        *first += s;
        *second += q;
    }
}

template <bool Relu, typename T>
void gradSumsOf(int64_t rows, int64_t lanes, const T* x, const T* dy, const float* mean, const float* scale,
                const float* beta, double* sumDy, double* sumDyX) {
    const auto termsAt = [=](int64_t l) {
        return [=, m = load(mean + l), w = load(scale + l), b = load(beta + l)](int64_t r, Floats& s, Floats& q) {
            const Floats d = load(x + r * lanes + l) - m;
            Floats g = load(dy + r * lanes + l);
            if (Relu) g = d * w + b <= 0.0f ? Floats{} : g;
            s += g;
            q += g * d;
        };
    };
    sumRegisters(rows, lanes, termsAt, sumDy, sumDyX);
    for (int64_t l = lanes / kWidth * kWidth; l < lanes; ++l) {
        const auto terms = [&](int64_t r, float& s, float& q) {
            const float d = get(x[r * lanes + l]) - mean[l];
            const float g = Relu && d * scale[l] + beta[l] <= 0 ? 0.0f : get(dy[r * lanes + l]);
            s += g;
            q += g * d;
        };
        sumRowsSingle(rows, terms, sumDy + l, sumDyX + l);
    }
}

template <typename T>
void moments(int64_t rows, int64_t lanes, const T* x, const float* shift, double* total, double* square) {
    if (lanes == 1) {
        const float from = *shift;
        for (int64_t start = 0; start < rows; start += 4096) {
            const int64_t length = rows - start < 4096 ? rows - start : 4096;
            const T* row = x + start;
            float s = 0, q = 0;
#pragma omp simd reduction(+ : s, q)
            for (int64_t i = 0; i < length; ++i) {
                const float d = get(row[i]) - from;
                s += d;
                q += d * d;
            }
            *total += s;
            *square += q;
        }
        return;
    }
    const auto termsAt = [=](int64_t l) {
        return [=, from = load(shift + l)](int64_t r, Floats& s, Floats& q) {
            const Floats d = load(x + r * lanes + l) - from;
            s += d;
            q += d * d;
        };
    };
    sumRegisters(rows, lanes, termsAt, total, square);
    for (int64_t l = lanes / kWidth * kWidth; l < lanes; ++l) {
        const auto terms = [&](int64_t r, float& s, float& q) {
            const float d = get(x[r * lanes + l]) - shift[l];
            s += d;
            q += d * d;
        };
        sumRowsSingle(rows, terms, total + l, square + l);
    }
}

template <typename T>
void scaleShift(int64_t rows, int64_t lanes, const T* x, const float* mean, const float* scale, const float* beta, T* y,
                bool relu) {
    if (lanes == 1) {
        const float m = *mean, s = *scale, b = *beta;
        if (relu) {
#pragma omp simd
            for (int64_t i = 0; i < rows; ++i) {
                const float v = (get(x[i]) - m) * s + b;
                put(y + i, v < 0 ? 0.0f : v);
            }
        } else {
#pragma omp simd
            for (int64_t i = 0; i < rows; ++i) put(y + i, (get(x[i]) - m) * s + b);
        }
        return;
    }
    const int64_t whole = lanes / kWidth * kWidth;
    eachRegister(rows, lanes, [=](int64_t l) {
        return [=, m = load(mean + l), w = load(scale + l), b = load(beta + l)](int64_t r) {
            Floats v = (load(x + r * lanes + l) - m) * w + b;
            if (relu) v = v < 0.0f ? Floats{} : v;
            store(y + r * lanes + l, v);
        };
    });
    for (int64_t r = 0; r < rows && whole < lanes; ++r, x += lanes, y += lanes)
        for (int64_t l = whole; l < lanes; ++l) {
            const float v = (get(x[l]) - mean[l]) * scale[l] + beta[l];
            put(y + l, relu && v < 0 ? 0.0f : v);
        }
}

template <typename T>
void normGradSums(int64_t rows, int64_t lanes, const T* x, const T* dy, const float* mean, const float* scale,
                  const float* beta, bool relu, double* sumDy, double* sumDyX) {
    if (lanes == 1) {
        const float m = *mean, w = *scale, b = *beta;
        for (int64_t start = 0; start < rows; start += 4096) {
            const int64_t length = rows - start < 4096 ? rows - start : 4096;
            const T *xr = x + start, *gr = dy + start;
            float s = 0, q = 0;
#pragma omp simd reduction(+ : s, q)
            for (int64_t i = 0; i < length; ++i) {
                const float d = get(xr[i]) - m;
                const float g = relu && d * w + b <= 0 ? 0.0f : get(gr[i]);
                s += g;
                q += g * d;
            }
            *sumDy += s;
            *sumDyX += q;
        }
        return;
    }
    if (relu)
        gradSumsOf<true>(rows, lanes, x, dy, mean, scale, beta, sumDy, sumDyX);
    else
        gradSumsOf<false>(rows, lanes, x, dy, mean, scale, beta, sumDy, sumDyX);
}

template <typename T>
void normGrad(int64_t rows, int64_t lanes, const T* x, const T* dy, const float* mean, const float* scale,
              const float* beta, const float* a, const float* b, bool relu, T* dx) {
    if (lanes == 1) {
        const float m = *mean, w = *scale, o = *beta, c = *a, e = *b;
#pragma omp simd
        for (int64_t i = 0; i < rows; ++i) {
            const float d = get(x[i]) - m;
            const float g = relu && d * w + o <= 0 ? 0.0f : get(dy[i]);
            put(dx + i, w * g - c - d * e);
        }
        return;
    }
    const int64_t whole = lanes / kWidth * kWidth;
    eachRegister(rows, lanes, [=](int64_t l) {
        return [=, m = load(mean + l), w = load(scale + l), o = load(beta + l), c = load(a + l),
                e = load(b + l)](int64_t r) {
            const Floats d = load(x + r * lanes + l) - m;
            Floats g = load(dy + r * lanes + l);
            if (relu) g = d * w + o <= 0.0f ? Floats{} : g;
            store(dx + r * lanes + l, w * g - c - d * e);
        };
    });
    for (int64_t r = 0; r < rows && whole < lanes; ++r, x += lanes, dy += lanes, dx += lanes) {
        for (int64_t l = whole; l < lanes; ++l) {
            const float d = get(x[l]) - mean[l];
            const float g = relu && d * scale[l] + beta[l] <= 0 ? 0.0f : get(dy[l]);
            put(dx + l, scale[l] * g - a[l] - d * b[l]);
        }
    }
}

}  // namespace

template <typename T>
NormTable<T> normTable() {
    return {moments<T>, scaleShift<T>, normGradSums<T>, normGrad<T>};
}
template NormTable<float> normTable();
template NormTable<uint16_t> normTable();

}  // namespace tl::cpu::TL_ISA
