// Convolutions with few channels, stride 1, with 16 images side by side in a register: every lane is busy whatever the
// number of channels. The forward pass is a matrix product whose rows of B are pixels of x, shifted; taps outside the
// image are left out above and below, and meet zeros to the left and right.
#include "engine/backend/cpu/vec/functions.h"
#include "engine/backend/cpu/vec/tile.h"

namespace tl::cpu::TL_ISA {
namespace {

constexpr int64_t kImages = 16;

// The kernel rows that lie inside the image for result row y.
struct Span {
    int64_t first, last;
};
inline Span rowsAt(const LaneConv& s, int64_t y) {
    const int64_t first = s.top - y, last = s.height + s.top - y;
    return {first < 0 ? 0 : first, last > s.kernelHeight ? s.kernelHeight : last};
}
// The kernel columns of which any of the result pixels [x, end) sees more than zeros.
inline Span columnsAt(const LaneConv& s, int64_t x, int64_t end) {
    const int64_t first = s.left - (end - 1), last = s.width - s.right - x;
    return {first < 0 ? 0 : first, last > s.kernelWidth ? s.kernelWidth : last};
}

// Taps for all pixels that see these kernel columns, from the pixel's own address, kernel row by kernel row: those of
// some rows follow one another.
Tap* listTaps(const LaneConv& s, Span columns, Tap* taps) {
    const int64_t area = s.kernelHeight * s.kernelWidth;
    for (int64_t ky = 0; ky < s.kernelHeight; ++ky)
        for (int64_t channel = 0; channel < s.inChannels; ++channel)
            for (int64_t kx = columns.first; kx < columns.last; ++kx) {
                const int64_t at = ky * s.kernelWidth + kx;
                const int64_t weight = s.flipped ? channel * s.outChannels * area + area - 1 - at : channel * area + at;
                *taps++ = {static_cast<int32_t>(weight * 4),
                           static_cast<int32_t>(((channel * s.height + ky) * s.width + kx) * kImages)};
            }
    return taps;
}

// What the registers of a tile see, the same for all rows.
struct Seen {
    const Tap* taps;
    int64_t ofRow;  // of one kernel row
    Span columns;
};

}  // namespace

void laneConv(const LaneConv& s, const float* x, const float* w, const float* bias, bool relu, float* y, void* space) {
    const int64_t area = s.kernelHeight * s.kernelWidth, plane = s.outHeight * s.outWidth * kImages;
    const int64_t rowStride = s.flipped ? area : s.inChannels * area;
    const int64_t tiles = (s.outChannels + kRows - 1) / kRows;
    const int64_t registers = s.outWidth * kImages / kWidth;
    const auto wideAt = [&](int64_t at) { return registers - at >= kColumns ? kColumns : 1; };
    auto* seen = static_cast<Seen*>(space);
    auto* taps = reinterpret_cast<Tap*>(seen + registers);
    const Seen* last = nullptr;
    for (int64_t at = 0; at < registers; at += wideAt(at)) {
        const Span now = columnsAt(s, at * kWidth / kImages, ((at + wideAt(at)) * kWidth + kImages - 1) / kImages);
        if (last && last->columns.first == now.first && last->columns.last == now.last) {
            seen[at] = *last;
        } else {
            seen[at] = {taps, s.inChannels * (now.last - now.first), now};
            taps = listTaps(s, now, taps);
        }
        last = seen + at;
    }
    for (int64_t oy = 0; oy < s.outHeight; ++oy) {
        const Span rows = rowsAt(s, oy);
        for (int64_t at = 0; at < registers;) {
            const int wide = wideAt(at);
            const Tap* first = seen[at].taps + rows.first * seen[at].ofRow;
            const int64_t count = (rows.last - rows.first) * seen[at].ofRow;
            const float* from = x + (oy - s.top) * s.width * kImages + at * kWidth;
            float* to = y + oy * s.outWidth * kImages + at * kWidth;
            for (int64_t tile = 0; tile < tiles; ++tile) {
                const int64_t begin = s.outChannels * tile / tiles, end = s.outChannels * (tile + 1) / tiles;
                tileOf<true>(static_cast<int>(end - begin),
                             wide)({count, w + begin * rowStride, rowStride, 0, from, 0, first, to + begin * plane,
                                    plane, nullptr, bias ? bias + begin : nullptr, true, relu});
            }
            at += wide;
        }
    }
}

namespace {

#if defined(TL_ISA_avx512)
constexpr int kGradChannels = 4, kGradTaps = 5;
#else
constexpr int kGradChannels = 2, kGradTaps = 5;
#endif
constexpr int64_t kFirstCache = 40 << 10;

// sums[r][c][16] += dy of channel r times x of tap c, over `rows` rows of pixels.
template <int R, int C>
void accumulate(const LaneConv& s, int64_t rows, const float* x, const float* dy, int64_t dyPlane, float* sums,
                int64_t channelStride) {
    for (int64_t lane = 0; lane < kImages; lane += kWidth) {
        Floats total[R][C];
#pragma GCC unroll 4
        for (int r = 0; r < R; ++r)
#pragma GCC unroll 5
            for (int c = 0; c < C; ++c) total[r][c] = load(sums + r * channelStride + c * kImages + lane);
        for (int64_t y = 0; y < rows; ++y) {
            const float* pixel = x + y * s.width * kImages + lane;
            const float* gradient = dy + y * s.outWidth * kImages + lane;
            for (int64_t i = 0; i < s.outWidth; ++i, pixel += kImages, gradient += kImages) {
                Floats value[C];
#pragma GCC unroll 5
                for (int c = 0; c < C; ++c) value[c] = load(pixel + c * kImages);
#pragma GCC unroll 4
                for (int r = 0; r < R; ++r) {
                    const Floats g = load(gradient + r * dyPlane);
#pragma GCC unroll 5
                    for (int c = 0; c < C; ++c) total[r][c] += g * value[c];
                }
            }
        }
#pragma GCC unroll 4
        for (int r = 0; r < R; ++r)
#pragma GCC unroll 5
            for (int c = 0; c < C; ++c) store(sums + r * channelStride + c * kImages + lane, total[r][c]);
    }
}

using Accumulate = void (*)(const LaneConv&, int64_t, const float*, const float*, int64_t, float*, int64_t);

template <int R>
Accumulate byTaps(int taps) {
    static constexpr Accumulate table[] = {accumulate<R, 1>, accumulate<R, 2>, accumulate<R, 3>, accumulate<R, 4>,
                                           accumulate<R, 5>};
    return table[taps - 1];
}

Accumulate accumulateOf(int channels, int taps) {
    switch (channels) {
    case 1: return byTaps<1>(taps);
    case 2: return byTaps<2>(taps);
#if defined(TL_ISA_avx512)
    case 3: return byTaps<3>(taps);
    default: return byTaps<4>(taps);
#else
    default: return byTaps<2>(taps);
#endif
    }
}

// sum[16] += all pixels of a plane
void sumPixels(int64_t pixels, const float* x, float* sum) {
    constexpr int kChains = 4;
    for (int64_t lane = 0; lane < kImages; lane += kWidth) {
        Floats total[kChains] = {};
        int64_t i = 0;
        for (; i + kChains <= pixels; i += kChains)
            for (int c = 0; c < kChains; ++c) total[c] += load(x + (i + c) * kImages + lane);
        for (; i < pixels; ++i) total[0] += load(x + i * kImages + lane);
        store(sum + lane, load(sum + lane) + ((total[0] + total[1]) + (total[2] + total[3])));
    }
}

}  // namespace

void laneConvGrad(const LaneConv& s, const float* x, const float* dy, float* sums, float* dbSums) {
    const int64_t plane = s.outHeight * s.outWidth * kImages;
    const int64_t perChannel = s.inChannels * s.kernelHeight * s.kernelWidth * kImages;
    const int64_t groups = (s.outChannels + kGradChannels - 1) / kGradChannels;
    // So many result rows at a time that they, and the pixels that they see, stay in the first cache for all taps.
    const int64_t row = (kGradChannels * s.outWidth + s.width) * kImages * static_cast<int64_t>(sizeof(float));
    const int64_t stretches = (s.outHeight * row + kFirstCache - 1) / kFirstCache;
    for (int64_t part = 0; part < groups * stretches; ++part) {
        const int64_t group = part / stretches, stretch = part % stretches;
        const int64_t begin = s.outChannels * group / groups, end = s.outChannels * (group + 1) / groups;
        const int64_t from = s.outHeight * stretch / stretches, to = s.outHeight * (stretch + 1) / stretches;
        for (int64_t channel = 0; channel < s.inChannels; ++channel)
            for (int64_t ky = 0; ky < s.kernelHeight; ++ky) {
                // Result rows whose pixel for this kernel row is inside.
                const int64_t first = s.top - ky > from ? s.top - ky : from;
                const int64_t below = s.height + s.top - ky, last = below < to ? below : to;
                if (last <= first) continue;
                for (int64_t kx = 0; kx < s.kernelWidth; kx += kGradTaps) {
                    const int64_t taps = s.kernelWidth - kx < kGradTaps ? s.kernelWidth - kx : kGradTaps;
                    accumulateOf(static_cast<int>(end - begin), static_cast<int>(taps))(
                        s, last - first, x + ((channel * s.height + first - s.top + ky) * s.width + kx) * kImages,
                        dy + begin * plane + first * s.outWidth * kImages, plane,
                        sums + begin * perChannel + ((channel * s.kernelHeight + ky) * s.kernelWidth + kx) * kImages,
                        perChannel);
                }
            }
    }
    for (int64_t channel = 0; dbSums && channel < s.outChannels; ++channel)
        sumPixels(s.outHeight * s.outWidth, dy + channel * plane, dbSums + channel * kImages);
}

void sumLanes(int64_t n, const float* x, float* y) {
    for (int64_t i = 0; i < n; ++i) {
        float part[4] = {};
        for (int l = 0; l < 4; ++l)
            part[l] = (x[i * 16 + l] + x[i * 16 + l + 4]) + (x[i * 16 + l + 8] + x[i * 16 + l + 12]);
        y[i] = (part[0] + part[1]) + (part[2] + part[3]);
    }
}

}  // namespace tl::cpu::TL_ISA
