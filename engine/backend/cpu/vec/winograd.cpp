// Winograd's F(4x4, 3x3) (Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2016) over channels in
// blocks of 16: a 4x4 tile of the result costs 36 products for each pair of channels instead of 144. A few tiles at a
// time are transformed, multiplied as 36 small matrices and transformed back, all within a core's second cache.
#include "engine/backend/cpu/vec/functions.h"
#include "engine/backend/cpu/vec/tile.h"

namespace tl::cpu::TL_ISA {
namespace {

constexpr int64_t kLanes = 16, kPoints = 36;

// Matrices of the transforms, one row or column at a time: `Step` apart in memory.
struct Six {
    Floats v[6];
};
struct Four {
    Floats v[4];
};

inline Six dataTransform(const Six& d) {
    const Floats a = d.v[4] - 4.0f * d.v[2], b = d.v[3] - 4.0f * d.v[1];
    const Floats c = d.v[4] - d.v[2], e = d.v[3] - d.v[1];
    return {{4.0f * d.v[0] - 5.0f * d.v[2] + d.v[4], a + b, a - b, c + 2.0f * e, c - 2.0f * e,
             4.0f * d.v[1] - 5.0f * d.v[3] + d.v[5]}};
}

inline Four resultTransform(const Six& m) {
    const Floats a = m.v[1] + m.v[2], b = m.v[1] - m.v[2], c = m.v[3] + m.v[4], d = m.v[3] - m.v[4];
    return {{m.v[0] + a + c, b + 2.0f * d, a + 4.0f * c, b + 8.0f * d + m.v[5]}};
}

// The transpose of the above, for gradients of the result.
inline Six gradTransform(const Four& y) {
    const Floats a = y.v[0] + y.v[2], b = y.v[1] + y.v[3];
    const Floats c = y.v[0] + 4.0f * y.v[2], d = 2.0f * y.v[1] + 8.0f * y.v[3];
    return {{y.v[0], a + b, a - b, c + d, c - d, y.v[3]}};
}

// Floats from one point's matrix to the next: not a power of two, whose lines would all meet in a few sets of a cache.
inline int64_t pointStride(int64_t tiles, int64_t channels) { return tiles * channels + kLanes; }

// Where tile number `tile` of all images lies.
struct Place {
    int64_t image, y, x;
};
inline Place placeOf(const WinogradShape& s, int64_t tile) {
    const int64_t wide = (s.outWidth + 3) / 4, perImage = (s.outHeight + 3) / 4 * wide;
    const int64_t inImage = tile % perImage;
    return {tile / perImage, inImage / wide * 4, inImage % wide * 4};
}

// S x S pixels of one plane with zeros outside it.
template <int S, typename T>
inline void window(const T* plane, int64_t height, int64_t width, int64_t top, int64_t left, Floats (*to)[S]) {
    if (top >= 0 && left >= 0 && top + S <= height && left + S <= width) {
        for (int y = 0; y < S; ++y)
#pragma GCC unroll 6
            for (int x = 0; x < S; ++x) to[y][x] = load(plane + ((top + y) * width + left + x) * kLanes);
        return;
    }
    // Every tile of a small image is at its border: no jumps.
    alignas(64) static const T zeros[kLanes] = {};
    for (int y = 0; y < S; ++y) {
        const int64_t row = top + y;
        const bool rowInside = row >= 0 && row < height;
#pragma GCC unroll 6
        for (int x = 0; x < S; ++x) {
            const int64_t column = left + x;
            const bool inside = rowInside & (column >= 0) & (column < width);
            to[y][x] = load(inside ? plane + (row * width + column) * kLanes : zeros);
        }
    }
}

// v[point][tile][channel] of tiles [first, first + count). (Loops over rows and columns are not unrolled: 36 addresses
// and 36 registers of numbers at once only fill the stack.)
template <typename T>
void transformData(const WinogradShape& s, const T* x, int64_t first, int64_t count, float* v) {
    const int64_t channels = s.inBlocks * kLanes, plane = s.height * s.width * kLanes,
                  point = pointStride(count, channels);
    for (int64_t tile = 0; tile < count; ++tile) {
        const Place at = placeOf(s, first + tile);
        for (int64_t block = 0; block < s.inBlocks; ++block)
            for (int64_t lane = 0; lane < kLanes; lane += kWidth) {
                Floats pixels[6][6];
                window<6>(x + (at.image * s.inBlocks + block) * plane + lane, s.height, s.width, at.y - s.top,
                          at.x - s.left, pixels);
#pragma GCC unroll 1
                for (int c = 0; c < 6; ++c) {
                    const Six column = dataTransform(
                        {{pixels[0][c], pixels[1][c], pixels[2][c], pixels[3][c], pixels[4][c], pixels[5][c]}});
                    for (int r = 0; r < 6; ++r) pixels[r][c] = column.v[r];
                }
                float* to = v + tile * channels + block * kLanes + lane;
#pragma GCC unroll 1
                for (int r = 0; r < 6; ++r) {
                    const Six row = dataTransform(
                        {{pixels[r][0], pixels[r][1], pixels[r][2], pixels[r][3], pixels[r][4], pixels[r][5]}});
                    for (int c = 0; c < 6; ++c) store(to + (r * 6 + c) * point, row.v[c]);
                }
            }
    }
}

// m[point][tile][channel] of gradients of the result; db (or null) += their sums.
template <typename T>
void transformGrad(const WinogradShape& s, const T* dy, int64_t first, int64_t count, float* m, float* db) {
    const int64_t channels = s.outBlocks * kLanes, plane = s.outHeight * s.outWidth * kLanes,
                  point = pointStride(count, channels);
    for (int64_t tile = 0; tile < count; ++tile) {
        const Place at = placeOf(s, first + tile);
        for (int64_t block = 0; block < s.outBlocks; ++block)
            for (int64_t lane = 0; lane < kLanes; lane += kWidth) {
                Floats pixels[4][4], half[6][4], total = {};
                window<4>(dy + (at.image * s.outBlocks + block) * plane + lane, s.outHeight, s.outWidth, at.y, at.x,
                          pixels);
#pragma GCC unroll 4
                for (int c = 0; c < 4; ++c) {
                    const Six column = gradTransform({{pixels[0][c], pixels[1][c], pixels[2][c], pixels[3][c]}});
                    for (int r = 0; r < 6; ++r) half[r][c] = column.v[r];
                    total += (pixels[0][c] + pixels[1][c]) + (pixels[2][c] + pixels[3][c]);
                }
                float* sum = db + block * kLanes + lane;
                if (db) store(sum, load(sum) + total);
                float* to = m + tile * channels + block * kLanes + lane;
#pragma GCC unroll 6
                for (int r = 0; r < 6; ++r) {
                    const Six row = gradTransform({{half[r][0], half[r][1], half[r][2], half[r][3]}});
                    for (int c = 0; c < 6; ++c) store(to + (r * 6 + c) * point, row.v[c]);
                }
            }
    }
}

template <typename T>
void transformResult(const WinogradShape& s, const float* m, int64_t first, int64_t count, const float* bias, bool relu,
                     T* y) {
    const int64_t channels = s.outBlocks * kLanes, plane = s.outHeight * s.outWidth * kLanes,
                  point = pointStride(count, channels);
    for (int64_t tile = 0; tile < count; ++tile) {
        const Place at = placeOf(s, first + tile);
        const int64_t rows = s.outHeight - at.y < 4 ? s.outHeight - at.y : 4;
        const int64_t columns = s.outWidth - at.x < 4 ? s.outWidth - at.x : 4;
        for (int64_t block = 0; block < s.outBlocks; ++block)
            for (int64_t lane = 0; lane < kLanes; lane += kWidth) {
                const float* from = m + tile * channels + block * kLanes + lane;
                Floats half[4][6];
#pragma GCC unroll 1
                for (int c = 0; c < 6; ++c) {
                    Six column;
                    for (int r = 0; r < 6; ++r) column.v[r] = load(from + (r * 6 + c) * point);
                    const Four made = resultTransform(column);
                    for (int r = 0; r < 4; ++r) half[r][c] = made.v[r];
                }
                T* to = y + (at.image * s.outBlocks + block) * plane + (at.y * s.outWidth + at.x) * kLanes + lane;
                const Floats start = bias ? load(bias + block * kLanes + lane) : Floats{};
#pragma GCC unroll 1
                for (int r = 0; r < 4; ++r) {
                    Four row =
                        resultTransform({{half[r][0], half[r][1], half[r][2], half[r][3], half[r][4], half[r][5]}});
                    for (int c = 0; c < 4; ++c) {
                        row.v[c] += start;
                        if (relu) row.v[c] = row.v[c] < 0.0f ? Floats{} : row.v[c];
                        if (r < rows && c < columns) store(to + (r * s.outWidth + c) * kLanes, row.v[c]);
                    }
                }
            }
    }
}

// C[m][n] (+)= A B, as gemm() but with a say in whether it adds.
void product(int64_t m, int64_t n, int64_t k, const float* a, int64_t rsa, int64_t csa, const float* b, int64_t ldb,
             float* c, int64_t ldc, bool add) {
    const int64_t tiles = (m + kRows - 1) / kRows;
    for (int64_t column = 0; column < n;) {
        const int wide = n - column >= kColumns * kWidth ? kColumns : 1;
        for (int64_t tile = 0; tile < tiles; ++tile) {
            const int64_t begin = m * tile / tiles, end = m * (tile + 1) / tiles;
            tileOf<false>(static_cast<int>(end - begin),
                          wide)({k, a + begin * rsa, rsa, csa, b + column, ldb, nullptr, c + begin * ldc + column, ldc,
                                 nullptr, nullptr, !add, false});
        }
        column += wide * kWidth;
    }
}

template <typename T>
void winograd(const WinogradShape& s, int64_t first, int64_t count, const T* x, const float* u, const float* bias,
              bool relu, T* y, float* scratch) {
    const int64_t in = s.inBlocks * kLanes, out = s.outBlocks * kLanes;
    for (int64_t done = 0; done < count; done += s.chunk) {
        const int64_t now = count - done < s.chunk ? count - done : s.chunk;
        float *v = scratch, *m = scratch + kPoints * pointStride(s.chunk, in);
        transformData(s, x, first + done, now, v);
        for (int64_t p = 0; p < kPoints; ++p)
            product(now, out, in, v + p * pointStride(now, in), in, 1, u + p * in * out, out,
                    m + p * pointStride(now, out), out, false);
        transformResult(s, m, first + done, now, bias, relu, y);
    }
}

template <typename T>
void winogradGrad(const WinogradShape& s, int64_t first, int64_t count, const T* x, const T* dy, float* du, float* db,
                  float* scratch) {
    const int64_t in = s.inBlocks * kLanes, out = s.outBlocks * kLanes;
    for (int64_t done = 0; done < count; done += s.chunk) {
        const int64_t now = count - done < s.chunk ? count - done : s.chunk;
        float *v = scratch, *m = scratch + kPoints * pointStride(s.chunk, in);
        transformData(s, x, first + done, now, v);
        transformGrad(s, dy, first + done, now, m, db);
        for (int64_t p = 0; p < kPoints; ++p)
            product(out, in, now, m + p * pointStride(now, out), 1, out, v + p * pointStride(now, in), in,
                    du + p * in * out, in, done > 0);
    }
}

}  // namespace

template <typename T>
WinogradTable<T> winogradTable() {
    return {winograd<T>, winogradGrad<T>};
}
template WinogradTable<float> winogradTable();
template WinogradTable<uint16_t> winogradTable();

// U[point][from][to] = G w G^T of w[to][from][3][3], or of w[from][to] turned by 180 degrees; rows [first, last) of
// `from`.
void winogradWeights(int64_t from, int64_t to, int64_t first, int64_t last, const float* w, bool flipped, float* u) {
    for (int64_t f = first; f < last; ++f)
        for (int64_t t = 0; t < to; t += kLanes) {
            float g[3][3][kLanes], half[6][3][kLanes];
            for (int64_t l = 0; l < kLanes; ++l) {
                const float* one = w + (flipped ? f * to + t + l : (t + l) * from + f) * 9;
                for (int i = 0; i < 9; ++i) g[i / 3][i % 3][l] = one[flipped ? 8 - i : i];
            }
            const auto spread = [](const float* a, const float* b, const float* c, int64_t l, float* row,
                                   int64_t step) {
                const float even = a[l] + c[l], wide = a[l] * (1.0f / 24) + c[l] * (1.0f / 6), odd = b[l] * (1.0f / 12);
                row[0] = a[l] * 0.25f;
                row[step] = (even + b[l]) * (-1.0f / 6);
                row[step * 2] = (even - b[l]) * (-1.0f / 6);
                row[step * 3] = wide + odd;
                row[step * 4] = wide - odd;
                row[step * 5] = c[l];
            };
            for (int c = 0; c < 3; ++c)
#pragma omp simd
                for (int64_t l = 0; l < kLanes; ++l) spread(g[0][c], g[1][c], g[2][c], l, &half[0][c][l], 3 * kLanes);
            for (int r = 0; r < 6; ++r)
#pragma omp simd
                for (int64_t l = 0; l < kLanes; ++l)
                    spread(half[r][0], half[r][1], half[r][2], l, u + (r * 6 * from + f) * to + t + l, from * to);
        }
}

// dw[o][i][3][3] = G^T dU G of du[point][o][i], for outputs [first, last).
void winogradWeightGrad(int64_t out, int64_t in, int64_t first, int64_t last, const float* du, float* dw) {
    for (int64_t o = first; o < last; ++o)
        for (int64_t i = 0; i < in; i += kLanes) {
            float half[3][6][kLanes], g[3][3][kLanes];
            const auto gather = [](const float* row, int64_t step, int64_t l, float* to, int64_t apart) {
                const float b = row[step + l], c = row[2 * step + l], d = row[3 * step + l], e = row[4 * step + l];
                to[l] = row[l] * 0.25f - (b + c) * (1.0f / 6) + (d + e) * (1.0f / 24);
                to[apart + l] = (c - b) * (1.0f / 6) + (d - e) * (1.0f / 12);
                to[2 * apart + l] = (d + e - b - c) * (1.0f / 6) + row[5 * step + l];
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
