// One register's worth of floats as a vector of the compiler's, for loops that must keep their sums in registers.
#pragma once

#include <cstdint>

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

inline Floats load(const float* from) { return *reinterpret_cast<const Floats*>(from); }
inline void store(float* to, Floats value) { *reinterpret_cast<Floats*>(to) = value; }
// bfloat16, kept as its 16 bits
inline Floats load(const uint16_t* from) {
    return reinterpret_cast<Floats>(__builtin_convertvector(*reinterpret_cast<const Halves*>(from), Words) << 16);
}
inline void store(uint16_t* to, Floats value) {
    const Words word = reinterpret_cast<Words>(value), rounded = (word + 0x7fffu + ((word >> 16) & 1u)) >> 16;
    const Words result = value != value ? (word >> 16) | 0x40u : rounded;
    *reinterpret_cast<Halves*>(to) = __builtin_convertvector(result, Halves);
}
inline float get(float value) { return value; }
inline float get(uint16_t value) { return fromBf16(value); }
inline void put(float* to, float value) { *to = value; }
inline void put(uint16_t* to, float value) { *to = toBf16(value); }

// (value + 0 would be an addition, since it turns -0 into 0.)
inline Floats all(float value) { return value - Floats{}; }

}  // namespace tl::cpu::TL_ISA
