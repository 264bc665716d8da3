// One register's worth of floats as a vector of the compiler's, for loops that must keep their sums in registers.
#pragma once

#if defined(TL_ISA_avx512) || defined(TL_ISA_avx2)
#include <immintrin.h>
#endif

#include <cstdint>
#include <utility>

#include "engine/backend/cpu/vec/half.h"

namespace tl::cpu::TL_ISA {

#if defined(TL_ISA_avx512)
inline constexpr int kWidth = 16;
#elif defined(TL_ISA_avx2)
inline constexpr int kWidth = 8;
#else
inline constexpr int kWidth = 4;
#endif
typedef float Floats __attribute__((vector_size(kWidth * 4), aligned(4), may_alias));
typedef int32_t Places __attribute__((vector_size(kWidth * 4), aligned(4), may_alias));
typedef uint8_t Bytes __attribute__((vector_size(kWidth), aligned(1), may_alias));

typedef uint32_t Words __attribute__((vector_size(kWidth * 4), aligned(4), may_alias));
typedef uint16_t Halves __attribute__((vector_size(kWidth * 2), aligned(2), may_alias));
typedef uint16_t Pairs __attribute__((vector_size(kWidth * 4), aligned(2), may_alias));

// In one instruction, where GCC 12 takes a vector of bytes apart.
inline Places widened(const uint8_t* from) {
#if defined(TL_ISA_avx512)
    // All of them, asked for by a mask: the form without leaves the compiler to warn of its own header.
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    return reinterpret_cast<Places>(_mm512_maskz_cvtepu8_epi32(0xffff, bytes));
#elif defined(TL_ISA_avx2)
    return reinterpret_cast<Places>(_mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from))));
#else
    return __builtin_convertvector(*reinterpret_cast<const Bytes*>(from), Places);
#endif
}

inline Floats load(const float* from) { return *reinterpret_cast<const Floats*>(from); }
inline void store(float* to, Floats value) { *reinterpret_cast<Floats*>(to) = value; }
// bfloat16, kept as its 16 bits: the upper halves of a float's words. The shuffles say in one instruction what
// conversions and shifts would say in several.
using Lanes = std::make_integer_sequence<int, kWidth>;
using Twice = std::make_integer_sequence<int, 2 * kWidth>;
template <int... I>
Floats upper(Halves from, std::integer_sequence<int, I...>) {
    return reinterpret_cast<Floats>(__builtin_shufflevector(from, Halves{}, (I % 2 ? I / 2 : kWidth)...));
}
template <int... I>
Halves upperOf(Words from, std::integer_sequence<int, I...>) {
    const Pairs pairs = reinterpret_cast<Pairs>(from);
    return __builtin_shufflevector(pairs, pairs, (2 * I + 1)...);
}
inline Floats load(const uint16_t* from) { return upper(*reinterpret_cast<const Halves*>(from), Twice()); }
inline void store(uint16_t* to, Floats value) {
    const Words word = reinterpret_cast<Words>(value), rounded = word + 0x7fffu + ((word >> 16) & 1u);
    *reinterpret_cast<Halves*>(to) = upperOf(value != value ? word | 0x400000u : rounded, Lanes());
}
inline float get(float value) { return value; }
inline float get(uint16_t value) { return fromBf16(value); }
inline void put(float* to, float value) { *to = value; }
inline void put(uint16_t* to, float value) { *to = toBf16(value); }

// (value + 0 would be an addition, since it turns -0 into 0.)
inline Floats all(float value) { return value - Floats{}; }

}  // namespace tl::cpu::TL_ISA
