// The inner loop of matrix products and of convolutions over images in lanes: a tile of the result stays in registers
// while a row of B and one number of A for each row of the tile pass by. A "number" can be a word of two in bfloat16.
#pragma once

#include "engine/backend/cpu/vec/pairs.h"
#include "engine/backend/cpu/vec/table.h"

namespace tl::cpu::TL_ISA {

#if defined(TL_ISA_avx512)
inline constexpr int kRows = 12, kColumns = 2;
#else
inline constexpr int kRows = 6, kColumns = 2;
#endif

struct Tile {
    int64_t k;
    const float* a;
    int64_t rowStride, depthStride;  // of a
    const float* b;
    int64_t ldb;
    const Tap* taps;  // where the k-th numbers lie, instead of depthStride and ldb
    float* c;
    int64_t ldc;
    const float* bias;     // of these columns, or null
    const float* rowBias;  // of these rows, or null
    bool first;            // starts from the bias or zero instead of adding to c
    bool relu;
};

template <int R, int C, bool Taps, bool Pairs>
void multiply(const Tile& tile) {
    const Tile t = tile;
    Floats sums[R][C];
#pragma GCC unroll 12
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 2
        for (int c = 0; c < C; ++c)
            sums[r][c] = !t.first    ? load(t.c + r * t.ldc + c * kWidth)
                         : t.rowBias ? all(t.rowBias[r])
                         : t.bias    ? load(t.bias + c * kWidth)
                                     : Floats{};
    // Rows in groups of three from one pointer, which is what an address can say.
    constexpr int kGroups = (R + 2) / 3;
    const char* rows[kGroups];
    const int64_t stride = t.rowStride * 4, step = t.depthStride * 4;
#pragma GCC unroll 4
    for (int g = 0; g < kGroups; ++g) rows[g] = reinterpret_cast<const char*>(t.a) + g * 3 * stride;
    const float* b = t.b;
    for (int64_t k = 0; k < t.k; ++k) {
        int64_t shift = 0;
        if constexpr (Taps) {
            shift = t.taps[k].a;
            b = t.b + t.taps[k].b;
        }
        Floats column[C];
#pragma GCC unroll 2
        for (int c = 0; c < C; ++c) column[c] = load(b + c * kWidth);
#pragma GCC unroll 12
        for (int r = 0; r < R; ++r) {
            const float value = *reinterpret_cast<const float*>(rows[r / 3] + stride * (r % 3) + shift);
#pragma GCC unroll 2
            for (int c = 0; c < C; ++c)
                sums[r][c] = Pairs ? addPairs(sums[r][c], value, column[c]) : sums[r][c] + value * column[c];
        }
        if constexpr (!Taps) {
            b += t.ldb;
#pragma GCC unroll 4
            for (int g = 0; g < kGroups; ++g) rows[g] += step;
        }
    }
#pragma GCC unroll 12
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 2
        for (int c = 0; c < C; ++c) {
            // Not max(): a NaN must come through.
            if (t.relu) sums[r][c] = sums[r][c] < 0.0f ? Floats{} : sums[r][c];
            store(t.c + r * t.ldc + c * kWidth, sums[r][c]);
        }
}

using Multiply = void (*)(const Tile&);

template <int C, bool Taps, bool Pairs, int... R>
Multiply byRows(int rows) {
    static constexpr Multiply table[] = {multiply<R + 1, C, Taps, Pairs>...};
    return table[rows - 1];
}

template <bool Taps, bool Pairs = false>
Multiply tileOf(int rows, int columns) {
#if defined(TL_ISA_avx512)
    return columns == 2 ? byRows<2, Taps, Pairs, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11>(rows)
                        : byRows<1, Taps, Pairs, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11>(rows);
#else
    return columns == 2 ? byRows<2, Taps, Pairs, 0, 1, 2, 3, 4, 5>(rows)
                        : byRows<1, Taps, Pairs, 0, 1, 2, 3, 4, 5>(rows);
#endif
}

}  // namespace tl::cpu::TL_ISA
