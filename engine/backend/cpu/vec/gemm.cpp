// C = A B for matrices that live in a core's own cache: tiles of C stay in registers, A is read one number at a time in
// whatever strides it has, so nothing but the last columns of B is copied. The caller divides C among threads.
#include "engine/backend/cpu/vec/functions.h"
#include "engine/backend/cpu/vec/tile.h"

namespace tl::cpu::TL_ISA {
namespace {

// Rows of B whose panel stays in the second cache while the rows of A pass by.
constexpr int64_t kDepth = 1024;

// All rows of one panel of columns, `columns` registers wide.
void panel(const GemmArgs& g, int columns, const float* b, int64_t ldb, float* c, int64_t ldc, const float* bias) {
    const bool relu = g.act == Act::Relu;
    const int64_t tiles = (g.m + kRows - 1) / kRows;
    for (int64_t k = 0; k < g.k || k == 0; k += kDepth) {
        const int64_t depth = g.k - k < kDepth ? g.k - k : kDepth;
        for (int64_t tile = 0; tile < tiles; ++tile) {
            // Tiles of nearly equal height.
            const int64_t begin = g.m * tile / tiles, end = g.m * (tile + 1) / tiles;
            tileOf<false>(static_cast<int>(end - begin), columns)(
                {depth, g.a + begin * g.rsa + k * g.csa, g.rsa, g.csa, b + k * ldb, ldb, nullptr, c + begin * ldc, ldc,
                 bias, g.rowBias ? g.rowBias + begin : nullptr, k == 0, relu && k + depth >= g.k});
        }
    }
}

}  // namespace

void gemm(const GemmArgs& g) {
    int64_t column = 0;
    for (; column + kWidth <= g.n;) {
        const int columns = g.n - column >= kColumns * kWidth ? kColumns : 1;
        panel(g, columns, g.b + column, g.ldb, g.c + column, g.ldc, g.bias ? g.bias + column : nullptr);
        column += columns * kWidth;
    }
    if (const int64_t rest = g.n - column; rest > 0) {
        // The last columns at full width: B and the bias filled up with zeros, C in a strip that is copied out.
        float* b = g.pack;
        float* strip = b + g.k * kWidth;
        float bias[kWidth] = {};
        for (int64_t k = 0; k < g.k; ++k)
            for (int64_t i = 0; i < kWidth; ++i) b[k * kWidth + i] = i < rest ? g.b[k * g.ldb + column + i] : 0.0f;
        for (int64_t i = 0; g.bias && i < rest; ++i) bias[i] = g.bias[column + i];
        panel(g, 1, b, kWidth, strip, kWidth, bias);
        for (int64_t row = 0; row < g.m; ++row)
            for (int64_t i = 0; i < rest; ++i) g.c[row * g.ldc + column + i] = strip[row * kWidth + i];
    }
    if (g.act == Act::Linear || g.act == Act::Relu) return;
    for (int64_t row = 0; row < g.m; ++row) activation(g.act, g.alpha, g.n, g.c + row * g.ldc, g.c + row * g.ldc);
}

}  // namespace tl::cpu::TL_ISA
