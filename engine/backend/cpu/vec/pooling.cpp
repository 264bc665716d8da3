// Pooling of one plane whose innermost dimension is `lanes` independent values side by side: channels or images of a
// blocked layout, or 1 in a plain one.
#include "engine/backend/cpu/vec/functions.h"
#include "engine/backend/cpu/vec/lanes.h"

namespace tl::cpu::TL_ISA {
namespace {

struct Window {
    int64_t y0, y1, x0, x1;  // rows and columns of the kernel that lie inside the image
};

inline Window windowAt(const PoolShape& s, int64_t oy, int64_t ox) {
    const int64_t top = oy * s.strideHeight - s.padTop, left = ox * s.strideWidth - s.padLeft;
    Window w;
    w.y0 = top < 0 ? -top : 0;
    w.x0 = left < 0 ? -left : 0;
    w.y1 = top + s.kernelHeight > s.height ? s.height - top : s.kernelHeight;
    w.x1 = left + s.kernelWidth > s.width ? s.width - left : s.kernelWidth;
    return w;
}

// The usual pooling, 2x2 windows side by side over the whole plane: written out, each takes a dozen instructions.
inline bool isUsual(const PoolShape& s) {
    return s.kernelHeight == 2 && s.kernelWidth == 2 && s.strideHeight == 2 && s.strideWidth == 2 && s.padTop == 0 &&
           s.padLeft == 0 && s.outHeight * 2 <= s.height && s.outWidth * 2 <= s.width && s.lanes % kWidth == 0;
}
constexpr Window kUsualWindow{0, 2, 0, 2};
inline PoolShape usual(PoolShape s) {
    s.kernelHeight = s.kernelWidth = s.strideHeight = s.strideWidth = 2;
    s.padTop = s.padLeft = 0;
    return s;
}

template <typename Index>
inline __attribute__((always_inline)) void maxWindowWide(const PoolShape& s, const Window& w, const float* corner,
                                                         int64_t lanes, float* y, Index* index) {
    Places place = Places{} + static_cast<int32_t>(w.y0 * s.kernelWidth + w.x0);
    Floats best = *reinterpret_cast<const Floats*>(corner + (w.y0 * s.width + w.x0) * lanes);
    for (int64_t ky = w.y0; ky < w.y1; ++ky) {
        for (int64_t kx = w.x0; kx < w.x1; ++kx) {
            const Floats value = *reinterpret_cast<const Floats*>(corner + (ky * s.width + kx) * lanes);
            // A NaN wins over everything and the first of equals stays.
            const Places take = (value > best) | (value != value);
            best = take ? value : best;
            place = take ? Places{} + static_cast<int32_t>(ky * s.kernelWidth + kx) : place;
        }
    }
    *reinterpret_cast<Floats*>(y) = best;
    if constexpr (sizeof(Index) == 1)
        *reinterpret_cast<Bytes*>(index) = __builtin_convertvector(place, Bytes);
    else
        *reinterpret_cast<Places*>(index) = place;
}

template <typename Index>
inline __attribute__((always_inline)) void spreadMaxWide(const PoolShape& s, const Window& w, float* corner,
                                                         int64_t lanes, const float* dy, const Index* index,
                                                         bool apart) {
    const Floats gradient = *reinterpret_cast<const Floats*>(dy), zero = {};
    Places place;
    if constexpr (sizeof(Index) == 1)
        place = widened(index);
    else
        place = *reinterpret_cast<const Places*>(index);
    for (int64_t ky = w.y0; ky < w.y1; ++ky) {
        for (int64_t kx = w.x0; kx < w.x1; ++kx) {
            // Not auto: that would forget that the address need not be aligned.
            Floats* row = reinterpret_cast<Floats*>(corner + (ky * s.width + kx) * lanes);
            const Floats part = place == static_cast<int32_t>(ky * s.kernelWidth + kx) ? gradient : zero;
            *row = apart ? part : *row + part;
        }
    }
}

// The same for the lanes that are left over.
template <int L, typename Index>
inline void maxWindow(const PoolShape& s, const Window& w, const float* corner, int64_t lanes, float* y, Index* index) {
    float best[L];
    int32_t place[L];
    const int32_t first = static_cast<int32_t>(w.y0 * s.kernelWidth + w.x0);
    const float* start = corner + (w.y0 * s.width + w.x0) * lanes;
#pragma omp simd
    for (int l = 0; l < L; ++l) best[l] = start[l], place[l] = first;
    for (int64_t ky = w.y0; ky < w.y1; ++ky) {
        for (int64_t kx = w.x0; kx < w.x1; ++kx) {
            const float* row = corner + (ky * s.width + kx) * lanes;
            const int32_t at = static_cast<int32_t>(ky * s.kernelWidth + kx);
#pragma omp simd
            for (int l = 0; l < L; ++l) {
                // A NaN wins over everything and the first of equals stays.
                const bool take = (row[l] > best[l]) | (row[l] != row[l]);
                best[l] = take ? row[l] : best[l];
                place[l] = take ? at : place[l];
            }
        }
    }
    for (int l = 0; l < L; ++l) y[l] = best[l];
    for (int l = 0; l < L; ++l) index[l] = static_cast<Index>(place[l]);
}

template <typename Index>
void maxOf(const PoolShape& s, const float* x, float* y, Index* index) {
    if (isUsual(s)) {
        const PoolShape u = usual(s);
        for (int64_t oy = 0; oy < s.outHeight; ++oy)
            for (int64_t ox = 0; ox < s.outWidth; ++ox)
                for (int64_t l = 0; l < s.lanes; l += kWidth, y += kWidth, index += kWidth)
                    maxWindowWide(u, kUsualWindow, x + (oy * s.width + ox) * 2 * s.lanes + l, s.lanes, y, index);
        return;
    }
    for (int64_t oy = 0; oy < s.outHeight; ++oy) {
        for (int64_t ox = 0; ox < s.outWidth; ++ox, y += s.lanes, index += s.lanes) {
            const Window w = windowAt(s, oy, ox);
            const float* corner =
                x + ((oy * s.strideHeight - s.padTop) * s.width + ox * s.strideWidth - s.padLeft) * s.lanes;
            int64_t l = 0;
            for (; l + kWidth <= s.lanes; l += kWidth) maxWindowWide(s, w, corner + l, s.lanes, y + l, index + l);
            for (; l < s.lanes; ++l) maxWindow<1>(s, w, corner + l, s.lanes, y + l, index + l);
        }
    }
}

template <int L, typename Index>
inline void spreadMax(const PoolShape& s, const Window& w, float* corner, int64_t lanes, const float* dy,
                      const Index* index, bool apart) {
    float gradient[L];
    int32_t place[L];
    for (int l = 0; l < L; ++l) gradient[l] = dy[l], place[l] = index[l];
    for (int64_t ky = w.y0; ky < w.y1; ++ky) {
        for (int64_t kx = w.x0; kx < w.x1; ++kx) {
            float* row = corner + (ky * s.width + kx) * lanes;
            const int32_t at = static_cast<int32_t>(ky * s.kernelWidth + kx);
            if (apart) {
#pragma omp simd
                for (int l = 0; l < L; ++l) row[l] = place[l] == at ? gradient[l] : 0.0f;
            } else {
#pragma omp simd
                for (int l = 0; l < L; ++l) row[l] += place[l] == at ? gradient[l] : 0.0f;
            }
        }
    }
}

template <typename Index>
void maxGradOf(const PoolShape& s, const float* dy, const Index* index, float* dx) {
    // Windows that do not touch are written once; where they cover everything nothing has to be cleared before.
    const bool apart = s.strideHeight >= s.kernelHeight && s.strideWidth >= s.kernelWidth;
    const bool everywhere = apart && s.strideHeight == s.kernelHeight && s.strideWidth == s.kernelWidth &&
                            s.outHeight * s.strideHeight - s.padTop >= s.height &&
                            s.outWidth * s.strideWidth - s.padLeft >= s.width;
    const int64_t size = everywhere ? 0 : s.height * s.width * s.lanes;
    for (int64_t i = 0; i < size; ++i) dx[i] = 0;
    if (isUsual(s)) {
        const PoolShape u = usual(s);
        for (int64_t oy = 0; oy < s.outHeight; ++oy)
            for (int64_t ox = 0; ox < s.outWidth; ++ox)
                for (int64_t l = 0; l < s.lanes; l += kWidth, dy += kWidth, index += kWidth)
                    spreadMaxWide(u, kUsualWindow, dx + (oy * s.width + ox) * 2 * s.lanes + l, s.lanes, dy, index,
                                  true);
        return;
    }
    for (int64_t oy = 0; oy < s.outHeight; ++oy) {
        for (int64_t ox = 0; ox < s.outWidth; ++ox, dy += s.lanes, index += s.lanes) {
            const Window w = windowAt(s, oy, ox);
            float* corner =
                dx + ((oy * s.strideHeight - s.padTop) * s.width + ox * s.strideWidth - s.padLeft) * s.lanes;
            int64_t l = 0;
            for (; l + kWidth <= s.lanes; l += kWidth)
                spreadMaxWide(s, w, corner + l, s.lanes, dy + l, index + l, apart);
            for (; l < s.lanes; ++l) spreadMax<1>(s, w, corner + l, s.lanes, dy + l, index + l, apart);
        }
    }
}

template <int L>
void averageOf(const PoolShape& s, const float* x, float* y) {
    const int64_t lanes = L ? L : s.lanes;
    for (int64_t oy = 0; oy < s.outHeight; ++oy) {
        for (int64_t ox = 0; ox < s.outWidth; ++ox, y += lanes) {
            const Window w = windowAt(s, oy, ox);
            const float* corner =
                x + ((oy * s.strideHeight - s.padTop) * s.width + ox * s.strideWidth - s.padLeft) * lanes;
            const float share = 1.0f / static_cast<float>((w.y1 - w.y0) * (w.x1 - w.x0));
            for (int64_t l = 0; l < lanes; ++l) y[l] = 0;
            for (int64_t ky = w.y0; ky < w.y1; ++ky) {
                for (int64_t kx = w.x0; kx < w.x1; ++kx) {
                    const float* row = corner + (ky * s.width + kx) * lanes;
#pragma omp simd
                    for (int64_t l = 0; l < lanes; ++l) y[l] += row[l];
                }
            }
            for (int64_t l = 0; l < lanes; ++l) y[l] *= share;
        }
    }
}

template <int L>
void averageGradOf(const PoolShape& s, const float* dy, float* dx) {
    const int64_t lanes = L ? L : s.lanes;
    const int64_t size = s.height * s.width * lanes;
    for (int64_t i = 0; i < size; ++i) dx[i] = 0;
    for (int64_t oy = 0; oy < s.outHeight; ++oy) {
        for (int64_t ox = 0; ox < s.outWidth; ++ox, dy += lanes) {
            const Window w = windowAt(s, oy, ox);
            float* corner = dx + ((oy * s.strideHeight - s.padTop) * s.width + ox * s.strideWidth - s.padLeft) * lanes;
            const float share = 1.0f / static_cast<float>((w.y1 - w.y0) * (w.x1 - w.x0));
            for (int64_t ky = w.y0; ky < w.y1; ++ky) {
                for (int64_t kx = w.x0; kx < w.x1; ++kx) {
                    float* row = corner + (ky * s.width + kx) * lanes;
#pragma omp simd
                    for (int64_t l = 0; l < lanes; ++l) row[l] += dy[l] * share;
                }
            }
        }
    }
}

}  // namespace

void maxPool(const PoolShape& s, const float* x, float* y, uint8_t* index8, int32_t* index32) {
    if (index32)
        maxOf(s, x, y, index32);
    else
        maxOf(s, x, y, index8);
}

void maxPoolGrad(const PoolShape& s, const float* dy, const uint8_t* index8, const int32_t* index32, float* dx) {
    if (index32)
        maxGradOf(s, dy, index32, dx);
    else
        maxGradOf(s, dy, index8, dx);
}

void averagePool(const PoolShape& s, const float* x, float* y) {
    return s.lanes == 16 ? averageOf<16>(s, x, y) : s.lanes == 1 ? averageOf<1>(s, x, y) : averageOf<0>(s, x, y);
}

void averagePoolGrad(const PoolShape& s, const float* dy, float* dx) {
    return s.lanes == 16  ? averageGradOf<16>(s, dy, dx)
           : s.lanes == 1 ? averageGradOf<1>(s, dy, dx)
                          : averageGradOf<0>(s, dy, dx);
}

}  // namespace tl::cpu::TL_ISA
