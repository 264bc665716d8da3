// Twenty-four independent chains of multiply-adds, enough to hide the latency of any x86-64's units.
#include "engine/backend/cpu/vec/functions.h"

namespace tl::cpu::TL_ISA {

#if defined(TL_ISA_avx512)
constexpr int kWidth = 16, kChains = 24;
#elif defined(TL_ISA_avx2)
constexpr int kWidth = 8, kChains = 12;
#else
constexpr int kWidth = 4, kChains = 12;
#endif
typedef float Vector __attribute__((vector_size(kWidth * 4)));

int64_t fma(int64_t rounds) {
    Vector sums[kChains] = {};
    Vector a = {}, b = {};
    a += 1.0f;
    b += 1e-9f;
    // Chains of their own to the compiler, too.
    for (Vector& sum : sums) asm volatile("" : "+v"(sum));
    for (int64_t r = 0; r < rounds; ++r) {
        // The compiler must neither know a and b nor leave the chains out.
        asm volatile("" : "+v"(a), "+v"(b));
#pragma GCC unroll 24
        for (int i = 0; i < kChains; ++i) sums[i] = sums[i] * a + b;
    }
    Vector total = {};
    for (int i = 0; i < kChains; ++i) total += sums[i];
    asm volatile("" : : "m"(total));
    return int64_t{2} * kWidth * kChains;
}

}  // namespace tl::cpu::TL_ISA
