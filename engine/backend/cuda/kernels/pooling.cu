// Neighbouring threads take neighbouring channels. Backwards each element of dx looks at the windows that it lies in,
// so that nothing is added up in an order of chance.
#include "engine/backend/cuda/kernels/pooling.h"

#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {
namespace {

struct Place {
    int n, y, x, c;
};

__device__ inline Place placeOf(uint32_t i, int h, int w, int channels) {
    Place p;
    p.c = static_cast<int>(i % static_cast<uint32_t>(channels));
    i /= static_cast<uint32_t>(channels);
    p.x = static_cast<int>(i % static_cast<uint32_t>(w));
    i /= static_cast<uint32_t>(w);
    p.y = static_cast<int>(i % static_cast<uint32_t>(h));
    p.n = static_cast<int>(i / static_cast<uint32_t>(h));
    return p;
}

__device__ inline int indexOf(int n, int y, int x, int c, int h, int w, int channels) {
    return ((n * h + y) * w + x) * channels + c;
}

struct Range {
    int begin, end;
};

// What of a window of `size` from `start` lies in [0, extent).
__device__ inline Range inside(int start, int size, int extent) { return {max(start, 0), min(start + size, extent)}; }

// The windows that the element at `at` lies in.
__device__ inline Range windowsOf(int at, int pad, int size, int stride, int windows) {
    const int before = at + pad - size;
    return {before < 0 ? 0 : before / stride + 1, min((at + pad) / stride + 1, windows)};
}

template <typename T>
__device__ inline void poolForward(const Pool& a, uint32_t i) {
    const Place p = placeOf(i, a.oh, a.ow, a.channels);
    const T* x = static_cast<const T*>(a.x);
    const Range rows = inside(p.y * a.strideH - a.top, a.kh, a.h),
                columns = inside(p.x * a.strideW - a.left, a.kw, a.w);
    float sum = 0, best = -INFINITY;
    int which = 0;
    for (int row = rows.begin; row < rows.end; ++row)
        for (int column = columns.begin; column < columns.end; ++column) {
            const float value = toFloat(x[indexOf(p.n, row, column, p.c, a.h, a.w, a.channels)]);
            sum += value;
            if (value > best || value != value) {
                best = value;
                which = (row - p.y * a.strideH + a.top) * a.kw + column - p.x * a.strideW + a.left;
            }
        }
    const int size = (rows.end - rows.begin) * (columns.end - columns.begin);
    static_cast<T*>(a.y)[i] = fromFloat<T>(a.average ? sum / static_cast<float>(size) : best);
    if (!a.average) a.largest[i] = static_cast<uint8_t>(which);
}

template <typename T>
__device__ inline void poolBackward(const Pool& a, uint32_t i) {
    const Place p = placeOf(i, a.h, a.w, a.channels);
    const T* dy = static_cast<const T*>(a.dy);
    const Range rows = windowsOf(p.y, a.top, a.kh, a.strideH, a.oh);
    const Range columns = windowsOf(p.x, a.left, a.kw, a.strideW, a.ow);
    float sum = 0;
    for (int oy = rows.begin; oy < rows.end; ++oy)
        for (int ox = columns.begin; ox < columns.end; ++ox) {
            const int y = oy * a.strideH - a.top, x = ox * a.strideW - a.left;
            const int at = indexOf(p.n, oy, ox, p.c, a.oh, a.ow, a.channels);
            const float gradient = toFloat(dy[at]);
            if (a.average) {
                const Range r = inside(y, a.kh, a.h), c = inside(x, a.kw, a.w);
                sum += gradient / static_cast<float>((r.end - r.begin) * (c.end - c.begin));
            } else if (a.largest[at] == (p.y - y) * a.kw + p.x - x) {
                sum += gradient;
            }
        }
    static_cast<T*>(a.y)[i] = fromFloat<T>(sum);
}

}  // namespace

TL_KERNEL(pool, Pool, kBlock, 48) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    switch (a.type) {
    case Element::BFloat16: return poolForward<bfloat16>(a, i);
    case Element::Float16: return poolForward<float16>(a, i);
    default: return poolForward<float>(a, i);
    }
}

TL_KERNEL(poolGrad, Pool, kBlock, 56) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    switch (a.type) {
    case Element::BFloat16: return poolBackward<bfloat16>(a, i);
    case Element::Float16: return poolBackward<float16>(a, i);
    default: return poolBackward<float>(a, i);
    }
}

// 32 channels; each warp takes every eighth pixel.
template <typename T>
__device__ inline void globalPoolOf(const GlobalPool& a, float* partial) {
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    const int channel = static_cast<int>(blockIdx.x) * 32 + lane, image = static_cast<int>(blockIdx.y);
    const T* x = static_cast<const T*>(a.x) + int64_t{image} * a.pixels * a.channels;
    float sum = 0;
    if (channel < a.channels)
        for (int pixel = warp; pixel < a.pixels; pixel += 8) sum += toFloat(x[pixel * a.channels + channel]);
    partial[threadIdx.x] = sum;
    __syncthreads();
    if (warp != 0 || channel >= a.channels) return;
    for (int other = 1; other < 8; ++other) sum += partial[other * 32 + lane];
    static_cast<T*>(a.y)[image * a.channels + channel] = fromFloat<T>(sum / static_cast<float>(a.pixels));
}

TL_KERNEL(globalPool, GlobalPool, kBlock, 40) {
    TL_SHARED(float, partial, kBlock);
    switch (a.type) {
    case Element::BFloat16: return globalPoolOf<bfloat16>(a, partial);
    case Element::Float16: return globalPoolOf<float16>(a, partial);
    default: return globalPoolOf<float>(a, partial);
    }
}

template <typename T>
__device__ inline void globalPoolGradOf(const GlobalPoolGrad& a, uint32_t i) {
    const uint32_t channels = static_cast<uint32_t>(a.channels);
    const uint32_t image = i / channels / static_cast<uint32_t>(a.pixels);
    const float dy = toFloat(static_cast<const T*>(a.dy)[image * channels + i % channels]);
    static_cast<T*>(a.dx)[i] = fromFloat<T>(dy / static_cast<float>(a.pixels));
}

TL_KERNEL(globalPoolGrad, GlobalPoolGrad, kBlock, 32) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    switch (a.type) {
    case Element::BFloat16: return globalPoolGradOf<bfloat16>(a, i);
    case Element::Float16: return globalPoolGradOf<float16>(a, i);
    default: return globalPoolGradOf<float>(a, i);
    }
}

}  // namespace tl::cuda
