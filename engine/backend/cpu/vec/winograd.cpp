// Winograd's F(4x4, 3x3) (Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2016) over channels in
// blocks of a register: a 4x4 tile of the result costs 36 products for each pair of channels instead of 144. A few
// tiles at a time are transformed, multiplied as 36 small matrices and transformed back, all within a core's second
// cache. Values in bfloat16 are multiplied in bfloat16, two channels (or, for weights, two tiles) to a word.
#include "engine/backend/cpu/vec/functions.h"
#include "engine/backend/cpu/vec/tile.h"

namespace tl::cpu::TL_ISA {
namespace {

constexpr int64_t kLanes = kWidth, kPoints = 36;

// The method calculates with polynomials' values at 0, A, -A, B, -B and infinity. With 1 and 2, which one reads of
// most, rounding errors are twice as large.
constexpr float kA = 0.625f, kB = 1.5f, kA2 = kA * kA, kB2 = kB * kB, kA3 = kA * kA2, kB3 = kB * kB2;
// What the weights' transform multiplies by at 0, at A and at B.
constexpr float kAt0 = 1 / (kA2 * kB2), kAtA = 1 / (2 * kA2 * (kA2 - kB2)), kAtB = 1 / (2 * kB2 * (kB2 - kA2));

struct Six {
    Floats v[6];
};
struct Four {
    Floats v[4];
};

inline Six dataTransform(const Six& d) {
    const Floats a = d.v[4] - kB2 * d.v[2], b = d.v[3] - kB2 * d.v[1];
    const Floats c = d.v[4] - kA2 * d.v[2], e = d.v[3] - kA2 * d.v[1];
    return {{kA2 * kB2 * d.v[0] - (kA2 + kB2) * d.v[2] + d.v[4], a + kA * b, a - kA * b, c + kB * e, c - kB * e,
             kA2 * kB2 * d.v[1] - (kA2 + kB2) * d.v[3] + d.v[5]}};
}

inline Four resultTransform(const Six& m) {
    const Floats a = m.v[1] + m.v[2], b = m.v[1] - m.v[2], c = m.v[3] + m.v[4], d = m.v[3] - m.v[4];
    return {{m.v[0] + a + c, kA * b + kB * d, kA2 * a + kB2 * c, kA3 * b + kB3 * d + m.v[5]}};
}

// The transpose of the above, for gradients of the result.
inline Six gradTransform(const Four& y) {
    const Floats a = y.v[0] + kA2 * y.v[2], b = kA * y.v[1] + kA3 * y.v[3];
    const Floats c = y.v[0] + kB2 * y.v[2], d = kB * y.v[1] + kB3 * y.v[3];
    return {{y.v[0], a + b, a - b, c + d, c - d, y.v[3]}};
}

// How transformed numbers lie in a point's matrix [tile][channel], and how many tiles are written together. In bfloat16
// two channels are multiplied at once; they lie side by side anyway.
template <typename T>
struct Single {
    using Number = T;
    static constexpr int kTiles = 1;
    static constexpr bool kPairs = sizeof(T) == 2;
    static int64_t place(int64_t tile, int64_t channels, int64_t channel) { return tile * channels + channel; }
    static void put(float* to, Floats value) { store(to, value); }
    static void put(uint16_t* to, Floats value) { storeRounded(to, value); }
};
// For the sum over tiles in bfloat16: two tiles are multiplied at once, so those of a channel lie side by side.
struct TilePairs {
    using Number = uint16_t;
    static constexpr int kTiles = 2;
    static constexpr bool kPairs = true;
    static int64_t place(int64_t tile, int64_t channels, int64_t channel) {
        return (tile / 2 * channels + channel) * 2;
    }
    static void put(uint16_t* to, Floats even, Floats odd) { storePairs(to, even, odd); }
    // The even one alone comes first and leaves zeros for the odd one.
    static void putOne(uint16_t* to, Floats value, bool odd) {
        if (odd)
            storeSecond(to, value);
        else
            storePairs(to, value, Floats{});
    }
};

// Numbers from one point's matrix to the next: not a power of two, whose lines would all meet in a few sets of a cache.
template <typename Form>
int64_t pointStride(int64_t tiles, int64_t channels) {
    return (tiles + Form::kTiles - 1) / Form::kTiles * Form::kTiles * channels +
           64 / static_cast<int64_t>(sizeof(typename Form::Number));
}

// Where tile number `tile` of all images lies.
struct Place {
    int64_t image, y, x;
    void next(const WinogradShape& s) {
        x += 4;
        if (x < s.outWidth) return;
        x = 0;
        y += 4;
        if (y < s.outHeight) return;
        y = 0;
        ++image;
    }
};
inline Place placeOf(const WinogradShape& s, int64_t tile) {
    const int64_t wide = (s.outWidth + 3) / 4, perImage = (s.outHeight + 3) / 4 * wide;
    const int64_t inImage = tile % perImage;
    return {tile / perImage, inImage / wide * 4, inImage % wide * 4};
}

// Tiles side by side that are transformed at once, so that each column of pixels is read and transformed once.
constexpr int64_t kRun = 8, kStrip = 4 * kRun + 2;

// The first half of the data's transform, down the columns: six rows of `columns` pixels from (top, left) on, zeros
// outside the plane.
template <typename T>
inline void transformColumns(const T* plane, int64_t height, int64_t width, int64_t top, int64_t left, int64_t columns,
                             Floats (*strip)[kStrip]) {
    alignas(64) static const T zeros[kStrip * kLanes] = {};
    const int64_t begin = left < 0 ? -left : 0, end = width - left < columns ? width - left : columns;
    const T* rows[6];
    for (int64_t r = 0; r < 6; ++r)
        rows[r] = top + r >= 0 && top + r < height ? plane + ((top + r) * width + left + begin) * kLanes : zeros;
    const auto clear = [&](int64_t from, int64_t to) {
        for (int64_t x = from; x < to; ++x)
            for (int r = 0; r < 6; ++r) strip[r][x] = Floats{};
    };
    clear(0, begin);
    for (int64_t x = begin; x < end; ++x) {
        const int64_t at = (x - begin) * kLanes;
        const Six made = dataTransform({{load(rows[0] + at), load(rows[1] + at), load(rows[2] + at), load(rows[3] + at),
                                         load(rows[4] + at), load(rows[5] + at)}});
        for (int r = 0; r < 6; ++r) strip[r][x] = made.v[r];
    }
    clear(end, columns);
}

// Four pixels from `left` on in rows [top, bottom) of a plane that comes later: rows are too short for the processor to
// foresee. What lies outside does no harm.
template <typename T>
inline void fetch(const T* plane, int64_t width, int64_t top, int64_t bottom, int64_t left) {
    for (int64_t row = top; row < bottom; ++row)
        for (int64_t l = 0; l < 4 * kLanes; l += 64 / static_cast<int64_t>(sizeof(T)))
            __builtin_prefetch(plane + (row * width + left) * kLanes + l);
}

// v[point][tile][channel] of tiles [first, first + count). (The loop over rows is not unrolled: 36 addresses at once
// only fill the stack.)
template <typename Form, typename T>
void transformData(const WinogradShape& s, const T* x, int64_t first, int64_t count, typename Form::Number* v) {
    constexpr int kTiles = Form::kTiles;
    const int64_t channels = s.inBlocks * kLanes, plane = s.height * s.width * kLanes,
                  point = pointStride<Form>(count, channels);
    Place next = placeOf(s, first);
    for (int64_t tile = 0, run = 0; tile < count; tile += run) {
        const Place at = next;
        run = (s.outWidth - at.x + 3) / 4;
        run = run < kRun ? run : kRun;
        run = run < count - tile ? run : count - tile;
        next = placeOf(s, first + tile + run);
        // Of the next rows the first two have been read just now, unless they are another image's.
        const int64_t nextTop = next.y > 0 ? next.y - s.top + 2 : 0, nextLeft = next.x - s.left;
        for (int64_t block = 0; block < s.inBlocks; ++block) {
            Floats strip[6][kStrip];
            transformColumns(x + (at.image * s.inBlocks + block) * plane, s.height, s.width, at.y - s.top,
                             at.x - s.left, 4 * run + 2, strip);
            const T* wanted = x + (next.image * s.inBlocks + block) * plane;
            for (int64_t done = 0; done < run;) {
                fetch(wanted, s.width, nextTop, next.y - s.top + 6, nextLeft + 4 * done);
                // Tiles that are written together begin at a multiple of kTiles; at a run's ends one may be alone.
                const bool together = (tile + done) % kTiles == 0 && done + kTiles <= run;
                auto* to = v + Form::place(tile + done, channels, block * kLanes);
#pragma GCC unroll 1
                for (int r = 0; r < 6; ++r) {
                    Six rows[kTiles] = {};
                    for (int k = 0; k < kTiles && (k == 0 || together); ++k) {
                        const Floats* row = strip[r] + 4 * (done + k);
                        rows[k] = dataTransform({{row[0], row[1], row[2], row[3], row[4], row[5]}});
                    }
                    for (int c = 0; c < 6; ++c) {
                        auto* cell = to + (r * 6 + c) * point;
                        if constexpr (kTiles == 1)
                            Form::put(cell, rows[0].v[c]);
                        else if (together)
                            Form::put(cell, rows[0].v[c], rows[1].v[c]);
                        else
                            Form::putOne(cell, rows[0].v[c], (tile + done) % 2 == 1);
                    }
                }
                done += together ? kTiles : 1;
            }
        }
    }
}

// 4 x 4 pixels of one plane from (top, left) on, with zeros outside it.
template <typename T>
inline void window(const T* plane, int64_t height, int64_t width, int64_t top, int64_t left, Floats (*to)[4]) {
    alignas(64) static const T zeros[kLanes] = {};
    const bool whole = top + 4 <= height && left + 4 <= width;
    for (int64_t y = 0; y < 4; ++y)
#pragma GCC unroll 4
        for (int64_t x = 0; x < 4; ++x) {
            const bool inside = whole || (top + y < height && left + x < width);
            to[y][x] = load(inside ? plane + ((top + y) * width + left + x) * kLanes : zeros);
        }
}

// m[point][tile][channel] of gradients of the result; db (or null) += their sums.
template <typename Form, typename T>
void transformGrad(const WinogradShape& s, const T* dy, int64_t first, int64_t count, typename Form::Number* m,
                   float* db) {
    constexpr int kTiles = Form::kTiles;
    const int64_t channels = s.outBlocks * kLanes, plane = s.outHeight * s.outWidth * kLanes,
                  point = pointStride<Form>(count, channels);
    Place next = placeOf(s, first), ahead = placeOf(s, first + 8);  // as far as memory takes
    for (int64_t tile = 0; tile < count; tile += kTiles) {
        Place places[kTiles];
        for (Place& place : places) {
            place = next;
            next.next(s);
            for (int64_t block = 0; block < s.outBlocks; ++block)
                fetch(dy + (ahead.image * s.outBlocks + block) * plane, s.outWidth, ahead.y, ahead.y + 4, ahead.x);
            ahead.next(s);
        }
        for (int64_t block = 0; block < s.outBlocks; ++block) {
            Floats half[kTiles][6][4] = {}, total = {};
            for (int k = 0; k < kTiles && tile + k < count; ++k) {
                const Place at = places[k];
                Floats pixels[4][4];
                window(dy + (at.image * s.outBlocks + block) * plane, s.outHeight, s.outWidth, at.y, at.x, pixels);
#pragma GCC unroll 4
                for (int c = 0; c < 4; ++c) {
                    const Six column = gradTransform({{pixels[0][c], pixels[1][c], pixels[2][c], pixels[3][c]}});
                    for (int r = 0; r < 6; ++r) half[k][r][c] = column.v[r];
                    total += (pixels[0][c] + pixels[1][c]) + (pixels[2][c] + pixels[3][c]);
                }
            }
            if (db) store(db + block * kLanes, load(db + block * kLanes) + total);
            auto* to = m + Form::place(tile, channels, block * kLanes);
#pragma GCC unroll 6
            for (int r = 0; r < 6; ++r) {
                Six rows[kTiles];
                for (int k = 0; k < kTiles; ++k)
                    rows[k] = gradTransform({{half[k][r][0], half[k][r][1], half[k][r][2], half[k][r][3]}});
                for (int c = 0; c < 6; ++c) {
                    auto* cell = to + (r * 6 + c) * point;
                    if constexpr (kTiles == 1)
                        Form::put(cell, rows[0].v[c]);
                    else
                        Form::put(cell, rows[0].v[c], rows[1].v[c]);
                }
            }
        }
    }
}

template <typename T>
void transformResult(const WinogradShape& s, const float* m, int64_t first, int64_t count, const float* bias, bool relu,
                     T* y) {
    const int64_t channels = s.outBlocks * kLanes, plane = s.outHeight * s.outWidth * kLanes,
                  point = pointStride<Single<float>>(count, channels);
    Place at = placeOf(s, first);
    for (int64_t tile = 0; tile < count; ++tile, at.next(s)) {
        const int64_t rows = s.outHeight - at.y < 4 ? s.outHeight - at.y : 4;
        const int64_t columns = s.outWidth - at.x < 4 ? s.outWidth - at.x : 4;
        for (int64_t block = 0; block < s.outBlocks; ++block) {
            const float* from = m + tile * channels + block * kLanes;
            Floats half[4][6];
#pragma GCC unroll 1
            for (int c = 0; c < 6; ++c) {
                Six column;
                for (int r = 0; r < 6; ++r) column.v[r] = load(from + (r * 6 + c) * point);
                const Four made = resultTransform(column);
                for (int r = 0; r < 4; ++r) half[r][c] = made.v[r];
            }
            T* to = y + (at.image * s.outBlocks + block) * plane + (at.y * s.outWidth + at.x) * kLanes;
            const Floats start = bias ? load(bias + block * kLanes) : Floats{};
#pragma GCC unroll 1
            for (int r = 0; r < 4; ++r) {
                Four row = resultTransform({{half[r][0], half[r][1], half[r][2], half[r][3], half[r][4], half[r][5]}});
                for (int c = 0; c < 4; ++c) {
                    row.v[c] += start;
                    if (relu) row.v[c] = row.v[c] < 0.0f ? Floats{} : row.v[c];
                    if (r < rows && c < columns) store(to + (r * s.outWidth + c) * kLanes, row.v[c]);
                }
            }
        }
    }
}

// Columns of the result that are computed at a time, from `column` on.
inline int64_t stripFrom(int64_t column, int64_t n) {
    return n - column >= kColumns * kWidth ? kColumns * kWidth : kWidth;
}

// C[m][n] (+)= A B, as gemm() but with a say in whether it adds; with pairs, k and A's and B's strides count words of
// two. ldb = 0: B lies strip by strip, [k][columns of the strip], one behind the other.
template <bool Pairs>
void product(int64_t m, int64_t n, int64_t k, const float* a, int64_t rsa, int64_t csa, const float* b, int64_t ldb,
             float* c, int64_t ldc, bool add) {
    const int64_t tiles = (m + kRows - 1) / kRows;
    for (int64_t column = 0, strip = 0; column < n; column += strip) {
        strip = stripFrom(column, n);
        for (int64_t tile = 0; tile < tiles; ++tile) {
            const int64_t begin = m * tile / tiles, end = m * (tile + 1) / tiles;
            tileOf<false, Pairs>(static_cast<int>(end - begin), static_cast<int>(strip / kWidth))(
                {k, a + begin * rsa, rsa, csa, b + (ldb ? column : column * k), ldb ? ldb : strip, nullptr,
                 c + begin * ldc + column, ldc, nullptr, nullptr, !add, false});
        }
    }
}

template <typename Number>
const float* words(const Number* numbers) {
    return reinterpret_cast<const float*>(numbers);
}

template <typename T>
void winograd(const WinogradShape& s, int64_t first, int64_t count, const T* x, const T* u, const float* bias,
              bool relu, T* y, float* scratch) {
    using Form = Single<T>;
    constexpr int64_t kInWord = Form::kPairs ? 2 : 1;
    const int64_t in = s.inBlocks * kLanes, out = s.outBlocks * kLanes;
    float* m = scratch;
    auto* v = reinterpret_cast<T*>(scratch + kPoints * pointStride<Single<float>>(s.chunk, out));
    for (int64_t done = 0; done < count; done += s.chunk) {
        const int64_t now = count - done < s.chunk ? count - done : s.chunk;
        transformData<Form>(s, x, first + done, now, v);
        for (int64_t p = 0; p < kPoints; ++p)
            product<Form::kPairs>(now, out, in / kInWord, words(v + p * pointStride<Form>(now, in)), in / kInWord, 1,
                                  words(u + p * in * out), 0, m + p * pointStride<Single<float>>(now, out), out, false);
        transformResult(s, m, first + done, now, bias, relu, y);
    }
}

template <typename Form, typename T>
void winogradGrad(const WinogradShape& s, int64_t first, int64_t count, const T* x, const T* dy, float* du, float* db,
                  float* scratch) {
    constexpr int64_t kInWord = Form::kTiles;
    const int64_t in = s.inBlocks * kLanes, out = s.outBlocks * kLanes;
    auto* v = reinterpret_cast<typename Form::Number*>(scratch);
    auto* m = v + kPoints * pointStride<Form>(s.chunk, in);
    for (int64_t done = 0; done < count; done += s.chunk) {
        const int64_t now = count - done < s.chunk ? count - done : s.chunk;
        transformData<Form>(s, x, first + done, now, v);
        transformGrad<Form>(s, dy, first + done, now, m, db);
        for (int64_t p = 0; p < kPoints; ++p)
            product<Form::kPairs>(out, in, (now + kInWord - 1) / kInWord, words(m + p * pointStride<Form>(now, out)), 1,
                                  out, words(v + p * pointStride<Form>(now, in)), in, du + p * in * out, in, done > 0);
    }
}

// G w G^T of a register's results' weights for one input: w[to + lane][from][3][3], or w[from][to + lane] turned by 180
// degrees.
void spreadWeights(int64_t inputs, int64_t results, int64_t from, int64_t to, const float* w, bool flipped,
                   float (*u)[kLanes]) {
    float g[3][3][kLanes], half[6][3][kLanes];
    for (int64_t l = 0; l < kLanes; ++l) {
        const float* one = w + (flipped ? from * results + to + l : (to + l) * inputs + from) * 9;
        for (int i = 0; i < 9; ++i) g[i / 3][i % 3][l] = one[flipped ? 8 - i : i];
    }
    const auto spread = [](const float* a, const float* b, const float* c, int64_t l, float* row, int64_t step) {
        const float atA = (a[l] + kA2 * c[l]) * kAtA, atB = (a[l] + kB2 * c[l]) * kAtB;
        const float oddA = b[l] * (kA * kAtA), oddB = b[l] * (kB * kAtB);
        row[0] = a[l] * kAt0;
        row[step] = atA + oddA;
        row[step * 2] = atA - oddA;
        row[step * 3] = atB + oddB;
        row[step * 4] = atB - oddB;
        row[step * 5] = c[l];
    };
    for (int c = 0; c < 3; ++c)
#pragma omp simd
        for (int64_t l = 0; l < kLanes; ++l) spread(g[0][c], g[1][c], g[2][c], l, &half[0][c][l], 3 * kLanes);
    for (int r = 0; r < 6; ++r)
#pragma omp simd
        for (int64_t l = 0; l < kLanes; ++l) spread(half[r][0], half[r][1], half[r][2], l, &u[r * 6][l], kLanes);
}

// Where in a point's matrix the numbers of input `from` and results [to, to + kWidth) begin: by strips of results, as
// product() reads them, so that what does not fit the caches is read from memory in one go. With pairs `from` is even.
inline int64_t placeOfWeights(int64_t inputs, int64_t results, int64_t from, int64_t to, int64_t inWord) {
    const int64_t whole = to / (kColumns * kWidth) * kColumns * kWidth;
    const int64_t begin = results - whole >= kColumns * kWidth ? whole : to;
    return begin * inputs + from * stripFrom(begin, results) + (to - begin) * inWord;
}

// u[point][strip of to][from][to], in bfloat16 u[point][strip of to][from / 2][to][2], for the inputs [first, last),
// which are whole pairs there.
void weights(int64_t inputs, int64_t results, int64_t first, int64_t last, const float* w, bool flipped, float* u) {
    for (int64_t from = first; from < last; ++from)
        for (int64_t to = 0; to < results; to += kLanes) {
            float one[kPoints][kLanes];
            spreadWeights(inputs, results, from, to, w, flipped, one);
            float* place = u + placeOfWeights(inputs, results, from, to, 1);
            for (int64_t p = 0; p < kPoints; ++p) store(place + p * inputs * results, load(one[p]));
        }
}

void weights(int64_t inputs, int64_t results, int64_t first, int64_t last, const float* w, bool flipped, uint16_t* u) {
    for (int64_t from = first; from < last; from += 2)
        for (int64_t to = 0; to < results; to += kLanes) {
            float even[kPoints][kLanes], odd[kPoints][kLanes];
            spreadWeights(inputs, results, from, to, w, flipped, even);
            spreadWeights(inputs, results, from + 1, to, w, flipped, odd);
            uint16_t* place = u + placeOfWeights(inputs, results, from, to, 2);
            for (int64_t p = 0; p < kPoints; ++p) storePairs(place + p * inputs * results, load(even[p]), load(odd[p]));
        }
}

}  // namespace

template <>
WinogradTable<float> winogradTable() {
    return {weights, winograd<float>, winogradGrad<Single<float>, float>};
}
template <>
WinogradTable<uint16_t> winogradTable() {
    return {weights, winograd<uint16_t>, winogradGrad<TilePairs, uint16_t>};
}

// dw[o][i][3][3] = G^T dU G of du[point][o][i], for outputs [first, last).
void winogradWeightGrad(int64_t out, int64_t in, int64_t first, int64_t last, const float* du, float* dw) {
    for (int64_t o = first; o < last; ++o)
        for (int64_t i = 0; i < in; i += kLanes) {
            float half[3][6][kLanes], g[3][3][kLanes];
            const auto gather = [](const float* row, int64_t step, int64_t l, float* to, int64_t apart) {
                const float a = row[step + l], b = row[2 * step + l], c = row[3 * step + l], d = row[4 * step + l];
                const float atA = (a + b) * kAtA, atB = (c + d) * kAtB;
                to[l] = row[l] * kAt0 + atA + atB;
                to[apart + l] = (a - b) * (kA * kAtA) + (c - d) * (kB * kAtB);
                to[2 * apart + l] = kA2 * atA + kB2 * atB + row[5 * step + l];
            };
            for (int c = 0; c < 6; ++c)
#pragma omp simd
                for (int64_t l = 0; l < kLanes; ++l)
                    gather(du + (c * out + o) * in + i, 6 * out * in, l, half[0][c], 6 * kLanes);
            for (int r = 0; r < 3; ++r)
#pragma omp simd
                for (int64_t l = 0; l < kLanes; ++l) gather(half[r][0], kLanes, l, g[r][0], kLanes);
            for (int64_t l = 0; l < kLanes; ++l)
                for (int k = 0; k < 9; ++k) dw[(o * in + i + l) * 9 + k] = g[k / 3][k % 3][l];
        }
}

}  // namespace tl::cpu::TL_ISA
