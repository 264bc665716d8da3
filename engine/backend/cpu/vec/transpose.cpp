// Transposition, a register's width squared at a time: at each stage neighbours exchange the blocks that lie off the
// diagonal, of 1, 2, 4 and 8 numbers.
#include <utility>

#include "engine/backend/cpu/vec/functions.h"
#include "engine/backend/cpu/vec/lanes.h"

namespace tl::cpu::TL_ISA {
namespace {

// What row i keeps, or is given, of its own numbers and of those of the row Step below.
template <int Step, int... I>
inline Floats lower(Floats a, Floats b, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, (I / Step % 2 == 0 ? I : kWidth + I - Step)...);
}
template <int Step, int... I>
inline Floats upper(Floats a, Floats b, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, (I / Step % 2 == 0 ? I + Step : kWidth + I)...);
}

template <int Step>
inline void exchange(Floats (&rows)[kWidth]) {
    if constexpr (Step < kWidth) {
#pragma GCC unroll 16
        for (int i = 0; i < kWidth; ++i) {
            if (i / Step % 2 != 0) continue;
            const Floats a = rows[i], b = rows[i + Step];
            rows[i] = lower<Step>(a, b, std::make_integer_sequence<int, kWidth>());
            rows[i + Step] = upper<Step>(a, b, std::make_integer_sequence<int, kWidth>());
        }
        exchange<Step * 2>(rows);
    }
}

}  // namespace

void transpose(int64_t rows, int64_t columns, const float* x, int64_t ldx, float* y, int64_t ldy) {
    const int64_t fullRows = rows / kWidth * kWidth, fullColumns = columns / kWidth * kWidth;
    for (int64_t r = 0; r < fullRows; r += kWidth)
        for (int64_t c = 0; c < fullColumns; c += kWidth) {
            Floats block[kWidth];
#pragma GCC unroll 16
            for (int i = 0; i < kWidth; ++i) block[i] = load(x + (r + i) * ldx + c);
            exchange<1>(block);
#pragma GCC unroll 16
            for (int i = 0; i < kWidth; ++i) store(y + (c + i) * ldy + r, block[i]);
        }
    for (int64_t r = 0; r < rows; ++r)
        for (int64_t c = r < fullRows ? fullColumns : 0; c < columns; ++c) y[c * ldy + r] = x[r * ldx + c];
}

}  // namespace tl::cpu::TL_ISA
