// The weights' gradient is one product over all pixels: on the left a row for each channel of x and each row ky of the
// kernel, on the right a column for each channel of dy and each kx, since a tap is a shift of x by ky rows and of dy by
// kx columns. x is turned around, so that a channel's pixels lie side by side; dy is written once for each kx, in pairs
// of pixels. Both come in stretches of 32 pixels: a row of an image, or of several where they are narrow, so that every
// tile begins at a line of the cache (one that crosses lines takes six times as long to load). With strides, only
// columns of x with the same rest meet the same shift of dy.
#include "engine/backend/cpu/amx/conv.h"
#include "engine/backend/cpu/amx/tiles.h"

namespace tl::cpu::amx {
namespace {

constexpr int64_t kLanes = 16, kTile = kLanes * kLanes, kDepth = 32;
constexpr int kMostLefts = 3;
constexpr int64_t kBandNumbers = 1 << 14;  // of dy in a band of rows, which is written and read in the first caches

int64_t floorDivided(int64_t a, int64_t b) { return (a - (a % b + b) % b) / b; }

// How x and dy are laid out for a group of images that share stretches.
struct Lines {
    const Conv& c;
    int64_t columns;        // of x that have the same rest
    int64_t slot, group;    // pixels of a stretch that belong to one image, and images
    int64_t stretches;      // of a row
    int64_t above, rows;    // rows of zeros over x, and all rows with those and the ones below
    int64_t band;           // rows of dy that are laid out at a time
    int64_t xLine, yBlock;  // numbers of a channel of x, and of dy for one tile on the right

    explicit Lines(const Conv& conv) : c(conv), columns((c.x.width + c.stride - 1) / c.stride), slot(kDepth) {
        while (slot / 2 >= columns && slot > 1) slot /= 2;
        group = kDepth / slot;
        stretches = (columns + kDepth - 1) / kDepth;
        above = c.top;
        const int64_t last = (c.y.height - 1) * c.stride + c.kernelHeight - 1;  // row of x, counted from the zeros
        rows = last + 1 > above + c.x.height ? last + 1 : above + c.x.height;
        xLine = rows * stretches * kDepth;
        if (xLine / kDepth % 2 == 0) xLine += kDepth;  // not all in one set of the cache
        band = kBandNumbers / (2 * stretches * 2 * kTile);
        band = band < 1 ? 1 : band < c.y.height ? band : c.y.height;
        yBlock = band * stretches * 2 * kTile;
    }
    int64_t xNumbers() const { return c.stride * c.x.blocks * kLanes * xLine; }
    int64_t pixelTables() const { return (c.stride + c.kernelWidth) * stretches; }
    int64_t yNumbers() const { return 2 * yBlock; }
    // Of columns kx: which rest of x's they are, and by how many dy is shifted.
    int64_t restOf(int64_t kx) const { return ((kx - c.left) % c.stride + c.stride) % c.stride; }
    int64_t shiftOf(int64_t kx) const { return floorDivided(kx - c.left, c.stride); }
};

// From where in a group of images a stretch's pixels come; below zero: nowhere, which are zeros.
struct Pixels {
    int64_t at[kDepth];
    __mmask32 there[kDepth / 2];  // numbers of a pair's two pixels
    // Those of column `first + step * q` for q = the stretch's own columns, for `images` of the group.
    void find(const Lines& l, const Images& from, int64_t images, int64_t stretch, int64_t first, int64_t step) {
        for (int64_t i = 0; i < kDepth; ++i) {
            const int64_t q = stretch * kDepth + i % l.slot, column = first + step * q;
            const bool inside = i / l.slot < images && q < l.columns && column >= 0 && column < from.width;
            at[i] = inside ? i / l.slot * from.image + column * from.pixel : -1;
        }
        for (int64_t i = 0; i < kDepth; i += 2)
            there[i / 2] = (at[i] < 0 ? 0 : 0xffffu) | (at[i + 1] < 0 ? 0 : 0xffff0000u);
    }
};

alignas(64) const uint16_t kZeros[kLanes] = {};

inline __m256i pixel(const uint16_t* from, int64_t at) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at < 0 ? kZeros : from + at));
}

// 16 pixels of 16 channels each become 16 rows of as many pixels, `line` apart.
inline void turn(const uint16_t* from, const int64_t* at, uint16_t* to, int64_t line) {
    __m512i a[8], b[8];
    for (int i = 0; i < 8; ++i)
        a[i] = _mm512_inserti64x4(_mm512_castsi256_si512(pixel(from, at[i])), pixel(from, at[i + 8]), 1);
    for (int i = 0; i < 8; i += 2) {
        b[i] = _mm512_unpacklo_epi16(a[i], a[i + 1]);
        b[i + 1] = _mm512_unpackhi_epi16(a[i], a[i + 1]);
    }
    for (int i = 0; i < 8; i += 4)
        for (int k = 0; k < 2; ++k) {
            a[i + 2 * k] = _mm512_unpacklo_epi32(b[i + k], b[i + 2 + k]);
            a[i + 2 * k + 1] = _mm512_unpackhi_epi32(b[i + k], b[i + 2 + k]);
        }
    for (int k = 0; k < 4; ++k) {
        b[2 * k] = _mm512_unpacklo_epi64(a[k], a[4 + k]);
        b[2 * k + 1] = _mm512_unpackhi_epi64(a[k], a[4 + k]);
    }
    for (int i = 0; i < 8; ++i) {
        const __m512i both = _mm512_shuffle_i64x2(b[i], b[i], 0xd8);
        _mm256_store_si256(reinterpret_cast<__m256i*>(to + i * line), _mm512_castsi512_si256(both));
        _mm256_store_si256(reinterpret_cast<__m256i*>(to + (i + 8) * line), _mm512_extracti64x4_epi64(both, 1));
    }
}

void layOutX(const Lines& l, const Pixels* pixels, const uint16_t* x, uint16_t* to) {
    const Images& from = l.c.x;
    for (int64_t rest = 0; rest < l.c.stride; ++rest)
        for (int64_t stretch = 0; stretch < l.stretches; ++stretch) {
            const int64_t* at = pixels[rest * l.stretches + stretch].at;
            for (int64_t block = 0; block < from.blocks; ++block)
                for (int64_t y = 0; y < from.height; ++y) {
                    const uint16_t* row = x + block * from.block + y * from.width * from.pixel;
                    uint16_t* line = to + (rest * from.blocks + block) * kLanes * l.xLine +
                                     ((l.above + y) * l.stretches + stretch) * kDepth;
                    turn(row, at, line, l.xLine);
                    turn(row, at + kLanes, line + kLanes, l.xLine);
                }
        }
}

// Of rows [begin, end) what one tile on the right wants: a block of channels for one kx.
void layOutY(const Lines& l, const Pixels* pixels, const uint16_t* dy, int64_t begin, int64_t end, uint16_t* to) {
    const Images& from = l.c.y;
    // Words of the first 16 numbers beside those of the second.
    alignas(64) static constexpr uint16_t kBeside[] = {0, 16, 1, 17, 2,  18, 3,  19, 4,  20, 5,  21, 6,  22, 7,  23,
                                                       8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31};
    const __m512i beside = _mm512_load_si512(kBeside);
    const bool close = from.pixel == kLanes && l.slot > 1;  // both pixels of a pair are one image's, side by side
    for (int64_t y = begin; y < end; ++y)
        for (int64_t stretch = 0; stretch < l.stretches; ++stretch, to += 2 * kTile) {
            const uint16_t* row = dy + y * from.width * from.pixel;
            const Pixels& p = pixels[stretch];
#pragma GCC unroll 4
            for (int64_t i = 0; i < kDepth / 2; ++i) {
                const int64_t even = p.at[2 * i], odd = p.at[2 * i + 1];
                const __m512i pair =
                    close ? _mm512_maskz_loadu_epi16(p.there[i], row + (even < 0 ? odd - kLanes : even))
                          : _mm512_inserti64x4(_mm512_castsi256_si512(pixel(row, even)), pixel(row, odd), 1);
                _mm512_store_si512(to + i * kDepth, _mm512_permutexvar_epi16(beside, pair));
            }
        }
}

void addSums(const Images& from, const uint16_t* dy, int64_t images, float* db) {
    for (int64_t block = 0; block < from.blocks; ++block) {
        __m512 total = _mm512_loadu_ps(db + block * kLanes);
        for (int64_t i = 0; i < images; ++i) {
            const uint16_t* plane = dy + i * from.image + block * from.block;
            for (int64_t p = 0; p < from.height * from.width; ++p)
                total +=
                    _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(pixel(plane, p * from.pixel)), 16));
        }
        _mm512_storeu_ps(db + block * kLanes, total);
    }
}

// Sums of Left x Right tiles, those of one left tile side by side in c. Six chains hide how long a product takes.
template <int Left, int Right>
void multiply(const uint16_t* const* a, int64_t nextA, int64_t line, const uint16_t* const* b, int64_t nextB,
              int64_t steps, float* const* c) {
    const int64_t bytes = line * 2;
    // The intrinsic for loads does not say that it reads memory: what was laid out has to be there by now.
    asm volatile("" : : : "memory");
    _tile_loadd(0, c[0], 64);
    if constexpr (Right > 1) _tile_loadd(1, c[1], 64);
    if constexpr (Left > 1) _tile_loadd(2, c[Right], 64);
    if constexpr (Left > 1 && Right > 1) _tile_loadd(3, c[3], 64);
    if constexpr (Left > 2) _tile_loadd(4, c[2 * Right], 64);
    if constexpr (Left > 2 && Right > 1) _tile_loadd(5, c[5], 64);
    for (int64_t s = 0; s < steps; ++s) {
        _tile_loadd(7, b[0] + s * nextB, 64);
        _tile_loadd(6, a[0] + s * nextA, bytes);
        _tile_dpbf16ps(0, 6, 7);
        if constexpr (Left > 1) {
            _tile_loadd(6, a[1] + s * nextA, bytes);
            _tile_dpbf16ps(2, 6, 7);
        }
        if constexpr (Left > 2) {
            _tile_loadd(6, a[2] + s * nextA, bytes);
            _tile_dpbf16ps(4, 6, 7);
        }
        if constexpr (Right > 1) {
            _tile_loadd(7, b[1] + s * nextB, 64);
            if constexpr (Left > 2) {
                _tile_dpbf16ps(5, 6, 7);
                _tile_loadd(6, a[1] + s * nextA, bytes);
            }
            if constexpr (Left > 1) {
                _tile_dpbf16ps(3, 6, 7);
                _tile_loadd(6, a[0] + s * nextA, bytes);
            }
            _tile_dpbf16ps(1, 6, 7);
        }
    }
    _tile_stored(0, c[0], 64);
    if constexpr (Right > 1) _tile_stored(1, c[1], 64);
    if constexpr (Left > 1) _tile_stored(2, c[Right], 64);
    if constexpr (Left > 1 && Right > 1) _tile_stored(3, c[3], 64);
    if constexpr (Left > 2) _tile_stored(4, c[2 * Right], 64);
    if constexpr (Left > 2 && Right > 1) _tile_stored(5, c[5], 64);
}

// A band, rows [from, to) of dy: pairs of tiles on the right, of columns kx with the same rest, by three on the left.
void multiplyRows(const Lines& l, const Pixels* pixels, int64_t from, int64_t to, const uint16_t* xs,
                  const uint16_t* dy, uint16_t* ys, float* sums) {
    const Conv& c = l.c;
    const int64_t taps = c.kernelHeight * c.kernelWidth, lefts = c.x.blocks * c.kernelHeight;
    const int64_t nextA = c.stride * l.stretches * kDepth, nextB = l.stretches * 2 * kTile;
    for (int64_t rest = 0; rest < c.stride; ++rest)
        for (int64_t right = 0; right < c.y.blocks * c.kernelWidth;) {
            int64_t kx[2], out[2];
            int rights = 0;
            for (; rights < 2 && right < c.y.blocks * c.kernelWidth; ++right) {
                if (l.restOf(right / c.y.blocks) != rest) continue;
                kx[rights] = right / c.y.blocks;
                out[rights++] = right % c.y.blocks;
            }
            if (rights == 0) break;
            for (int r = 0; r < rights; ++r)
                layOutY(l, pixels + kx[r] * l.stretches, dy + out[r] * c.y.block, from, to, ys + r * l.yBlock);
            for (int64_t left = 0; left < lefts;) {
                const int count = static_cast<int>(lefts - left < kMostLefts ? lefts - left : kMostLefts);
                float* to6[2 * kMostLefts];
                for (int i = 0; i < count; ++i)
                    for (int r = 0; r < rights; ++r)
                        to6[i * rights + r] = sums + (((left + i) / c.kernelHeight * c.y.blocks + out[r]) * taps +
                                                      (left + i) % c.kernelHeight * c.kernelWidth + kx[r]) *
                                                         kTile;
                for (int64_t stretch = 0; stretch < l.stretches; ++stretch) {
                    const uint16_t *a[kMostLefts], *b[2];
                    for (int i = 0; i < count; ++i)
                        a[i] = xs + (rest * c.x.blocks + (left + i) / c.kernelHeight) * kLanes * l.xLine +
                               ((from * c.stride + (left + i) % c.kernelHeight) * l.stretches + stretch) * kDepth;
                    for (int r = 0; r < rights; ++r) b[r] = ys + r * l.yBlock + stretch * 2 * kTile;
                    constexpr decltype(&multiply<1, 1>) forms[kMostLefts][2] = {{multiply<1, 1>, multiply<1, 2>},
                                                                                {multiply<2, 1>, multiply<2, 2>},
                                                                                {multiply<3, 1>, multiply<3, 2>}};
                    forms[count - 1][rights - 1](a, nextA, l.xLine, b, nextB, to - from, to6);
                }
                left += count;
            }
        }
}

}  // namespace

int64_t imagesTogether(const Conv& conv) { return Lines(conv).group; }

size_t kernelGradScratch(const Conv& conv) {
    const Lines l(conv);
    return static_cast<size_t>(l.xNumbers() + l.yNumbers()) * 2 + static_cast<size_t>(l.pixelTables()) * sizeof(Pixels);
}

void kernelGrad(const Conv& conv, int64_t first, int64_t count, const uint16_t* x, const uint16_t* dy, float* sums,
                float* db, std::byte* scratch) {
    const Lines l(conv);
    auto *xs = reinterpret_cast<uint16_t*>(scratch), *ys = xs + l.xNumbers();
    __builtin_memset(xs, 0, static_cast<size_t>(l.xNumbers()) * 2);  // the rows above and below, in all groups
    const int64_t taps = conv.kernelHeight * conv.kernelWidth;
    __builtin_memset(sums, 0, static_cast<size_t>(conv.x.blocks * conv.y.blocks * taps * kTile) * sizeof(float));
    if (db) __builtin_memset(db, 0, static_cast<size_t>(conv.y.blocks * kLanes) * sizeof(float));
    // Of x by the columns' rest, then of dy by kx.
    auto* pixels = reinterpret_cast<Pixels*>(ys + l.yNumbers());
    const Tiles tiles;
    for (int64_t done = 0; done < count; done += l.group) {
        const int64_t images = count - done < l.group ? count - done : l.group;
        if (done == 0 || images < l.group)
            for (int64_t stretch = 0; stretch < l.stretches; ++stretch) {
                for (int64_t rest = 0; rest < conv.stride; ++rest)
                    pixels[rest * l.stretches + stretch].find(l, conv.x, images, stretch, rest, conv.stride);
                for (int64_t kx = 0; kx < conv.kernelWidth; ++kx)
                    pixels[(conv.stride + kx) * l.stretches + stretch].find(l, conv.y, images, stretch, -l.shiftOf(kx),
                                                                            1);
            }
        layOutX(l, pixels, x + (first + done) * conv.x.image, xs);
        const uint16_t* dys = dy + (first + done) * conv.y.image;
        for (int64_t row = 0; row < conv.y.height; row += l.band) {
            const int64_t end = conv.y.height - row < l.band ? conv.y.height : row + l.band;
            multiplyRows(l, pixels + conv.stride * l.stretches, row, end, xs, dys, ys, sums);
        }
        if (db) addSums(conv.y, dys, images, db);
    }
}

}  // namespace tl::cpu::amx
