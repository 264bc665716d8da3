// Twenty-four independent chains of multiply-adds, enough to hide the latency of any x86-64's units.
#include "engine/backend/cpu/vec/functions.h"
#include "engine/backend/cpu/vec/pairs.h"

namespace tl::cpu::TL_ISA {

constexpr int kChains = kWidth == 16 ? 24 : 12;

int64_t fma(int64_t rounds) {
    Floats sums[kChains] = {};
    Floats a = {}, b = {};
    a += 1.0f;
    b += 1e-9f;
    // Chains of their own to the compiler, too.
    for (Floats& sum : sums) asm volatile("" : "+v"(sum));
    for (int64_t r = 0; r < rounds; ++r) {
        // The compiler must neither know a and b nor leave the chains out.
        asm volatile("" : "+v"(a), "+v"(b));
#pragma GCC unroll 24
        for (int i = 0; i < kChains; ++i) sums[i] = sums[i] * a + b;
    }
    Floats total = {};
    for (int i = 0; i < kChains; ++i) total += sums[i];
    asm volatile("" : : "m"(total));
    return int64_t{2} * kWidth * kChains;
}

int64_t fmaPairs(int64_t rounds) {
    Floats sums[kChains] = {};
    Floats pairs = {};
    float pair = 0;
    for (Floats& sum : sums) asm volatile("" : "+v"(sum));
    for (int64_t r = 0; r < rounds; ++r) {
        asm volatile("" : "+v"(pairs), "+v"(pair));
#pragma GCC unroll 24
        for (int i = 0; i < kChains; ++i) sums[i] = addPairs(sums[i], pair, pairs);
    }
    Floats total = {};
    for (int i = 0; i < kChains; ++i) total += sums[i];
    asm volatile("" : : "m"(total));
    return int64_t{4} * kWidth * kChains;
}

}  // namespace tl::cpu::TL_ISA
