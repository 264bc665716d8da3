// Products in bfloat16: two numbers stand in a word, and a word of x times a word of y adds both products to a float.
// With AVX-512 these are the processor's own instructions, so only processors for which multipliesBf16() holds may come
// here. They take subnormals for zero. (As assembly: the rest of this build must not depend on them.)
#pragma once

#include "engine/backend/cpu/vec/lanes.h"

namespace tl::cpu::TL_ISA {

#if defined(TL_ISA_avx512)

// sum + x[0] * y[0] + x[1] * y[1] in each lane.
inline Floats addPairs(Floats sum, float x, Floats y) {
    const Words all = __builtin_bit_cast(uint32_t, x) + Words{};
    asm("vdpbf16ps %1, %2, %0" : "+v"(sum) : "v"(all), "v"(y));
    return sum;
}
template <int... I>
Pairs interleaved(Pairs from, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(from, from, (I / 2 + I % 2 * kWidth)...);
}
// A word of each lane, `first` in its lower half.
inline void storePairs(uint16_t* to, Floats first, Floats second) {
    Pairs both;
    asm("vcvtne2ps2bf16 %1, %2, %0" : "=v"(both) : "v"(first), "v"(second));
    *reinterpret_cast<Pairs*>(to) = interleaved(both, Twice());
}
inline void storeRounded(uint16_t* to, Floats value) {
    Halves half;
    asm("vcvtneps2bf16 %1, %0" : "=v"(half) : "v"(value));
    *reinterpret_cast<Halves*>(to) = half;
}

#else

inline Floats addPairs(Floats sum, float x, Floats y) {
    const uint32_t word = __builtin_bit_cast(uint32_t, x);
    const Words both = reinterpret_cast<Words>(y);
    return sum + fromBf16(static_cast<uint16_t>(word)) * reinterpret_cast<Floats>(both << 16) +
           fromBf16(static_cast<uint16_t>(word >> 16)) * reinterpret_cast<Floats>(both & 0xffff0000u);
}
inline void storePairs(uint16_t* to, Floats first, Floats second) {
    for (int l = 0; l < kWidth; ++l) to[2 * l] = toBf16(first[l]), to[2 * l + 1] = toBf16(second[l]);
}
inline void storeRounded(uint16_t* to, Floats value) { store(to, value); }

#endif

// The second number of words whose second number is zero.
inline void storeSecond(uint16_t* to, Floats value) {
    alignas(64) uint16_t words[2 * kWidth];
    storePairs(words, Floats{}, value);
    Words& target = *reinterpret_cast<Words*>(to);
    target |= *reinterpret_cast<const Words*>(words);
}

}  // namespace tl::cpu::TL_ISA
