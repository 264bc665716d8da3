// Pooling of one plane whose innermost dimension is `lanes` independent values side by side: channels or images of a
// blocked layout, or 1 in a plain one.
#include "engine/backend/cpu/vec/functions.h"

namespace tl::cpu::TL_ISA {
namespace {

struct Window {
    int64_t y0, y1, x0, x1;   // rows and columns of the kernel that lie inside the image
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

template <int L, typename Index>
void maxOf(const PoolShape& s, const float* x, float* y, Index* index) {
    const int64_t lanes = L ? L : s.lanes;
    for (int64_t oy = 0; oy < s.outHeight; ++oy) {
        for (int64_t ox = 0; ox < s.outWidth; ++ox, y += lanes, index += lanes) {
            const Window w = windowAt(s, oy, ox);
            const float* corner = x + ((oy * s.strideHeight - s.padTop) * s.width + ox * s.strideWidth - s.padLeft) * lanes;
            const Index first = static_cast<Index>(w.y0 * s.kernelWidth + w.x0);
            const float* start = corner + (w.y0 * s.width + w.x0) * lanes;
            for (int64_t l = 0; l < lanes; ++l) y[l] = start[l], index[l] = first;
            for (int64_t ky = w.y0; ky < w.y1; ++ky) {
                for (int64_t kx = w.x0; kx < w.x1; ++kx) {
                    const float* row = corner + (ky * s.width + kx) * lanes;
                    const Index at = static_cast<Index>(ky * s.kernelWidth + kx);
#pragma omp simd
                    for (int64_t l = 0; l < lanes; ++l) {
                        const float v = row[l], best = y[l];
                        const bool take = v > best || (v != v && best == best);
                        y[l] = take ? v : best;
                        index[l] = take ? at : index[l];
                    }
                }
            }
        }
    }
}

template <int L, typename Index>
void maxGradOf(const PoolShape& s, const float* dy, const Index* index, float* dx) {
    const int64_t lanes = L ? L : s.lanes;
    const int64_t size = s.height * s.width * lanes;
    for (int64_t i = 0; i < size; ++i) dx[i] = 0;
    for (int64_t oy = 0; oy < s.outHeight; ++oy) {
        for (int64_t ox = 0; ox < s.outWidth; ++ox, dy += lanes, index += lanes) {
            float* corner = dx + ((oy * s.strideHeight - s.padTop) * s.width + ox * s.strideWidth - s.padLeft) * lanes;
            if (lanes == 1) {
                corner[*index / s.kernelWidth * s.width + *index % s.kernelWidth] += *dy;
                continue;
            }
            const Window w = windowAt(s, oy, ox);
            for (int64_t ky = w.y0; ky < w.y1; ++ky) {
                for (int64_t kx = w.x0; kx < w.x1; ++kx) {
                    float* row = corner + (ky * s.width + kx) * lanes;
                    const Index at = static_cast<Index>(ky * s.kernelWidth + kx);
#pragma omp simd
                    for (int64_t l = 0; l < lanes; ++l) row[l] += index[l] == at ? dy[l] : 0.0f;
                }
            }
        }
    }
}

template <int L>
void averageOf(const PoolShape& s, const float* x, float* y) {
    const int64_t lanes = L ? L : s.lanes;
    for (int64_t oy = 0; oy < s.outHeight; ++oy) {
        for (int64_t ox = 0; ox < s.outWidth; ++ox, y += lanes) {
            const Window w = windowAt(s, oy, ox);
            const float* corner = x + ((oy * s.strideHeight - s.padTop) * s.width + ox * s.strideWidth - s.padLeft) * lanes;
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

} // namespace

void maxPool(const PoolShape& s, const float* x, float* y, uint8_t* index8, int32_t* index32) {
    if (index32) return s.lanes == 16 ? maxOf<16>(s, x, y, index32) : maxOf<0>(s, x, y, index32);
    return s.lanes == 16 ? maxOf<16>(s, x, y, index8) : s.lanes == 1 ? maxOf<1>(s, x, y, index8) : maxOf<0>(s, x, y, index8);
}

void maxPoolGrad(const PoolShape& s, const float* dy, const uint8_t* index8, const int32_t* index32, float* dx) {
    if (index32) return s.lanes == 16 ? maxGradOf<16>(s, dy, index32, dx) : maxGradOf<0>(s, dy, index32, dx);
    return s.lanes == 16  ? maxGradOf<16>(s, dy, index8, dx)
           : s.lanes == 1 ? maxGradOf<1>(s, dy, index8, dx)
                          : maxGradOf<0>(s, dy, index8, dx);
}

void averagePool(const PoolShape& s, const float* x, float* y) {
    return s.lanes == 16 ? averageOf<16>(s, x, y) : s.lanes == 1 ? averageOf<1>(s, x, y) : averageOf<0>(s, x, y);
}

void averagePoolGrad(const PoolShape& s, const float* dy, float* dx) {
    return s.lanes == 16 ? averageGradOf<16>(s, dy, dx) : s.lanes == 1 ? averageGradOf<1>(s, dy, dx) : averageGradOf<0>(s, dy, dx);
}

} // namespace tl::cpu::TL_ISA
