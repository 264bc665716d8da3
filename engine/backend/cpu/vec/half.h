// The 16-bit floats for vector loops: the same bits as engine/core/half.h, as straight-line integer code that every
// instruction set vectorises. AVX-512's own conversion is left out: it turns subnormals into zero, and memory is the
// limit with either.
#pragma once

#include <cstdint>

namespace tl::cpu::TL_ISA {

static inline __attribute__((always_inline)) float fromBf16(uint16_t x) {
    return __builtin_bit_cast(float, static_cast<uint32_t>(x) << 16);
}

static inline __attribute__((always_inline)) uint16_t toBf16(float x) {
    const uint32_t word = __builtin_bit_cast(uint32_t, x);
    const uint32_t number = (word + 0x7fffu + ((word >> 16) & 1u)) >> 16, nan = (word >> 16) | 0x40u;
    return static_cast<uint16_t>((word & 0x7fffffffu) > 0x7f800000u ? nan : number);
}

static inline __attribute__((always_inline)) float fromF16(uint16_t x) {
    const uint32_t sign = static_cast<uint32_t>(x & 0x8000u) << 16, size = x & 0x7fffu;
    const uint32_t normal = (size + 0x1c000u) << 13, special = 0x7f800000u | (size << 13);
    const uint32_t small = __builtin_bit_cast(uint32_t, static_cast<float>(static_cast<int32_t>(size)) * 0x1p-24f);
    return __builtin_bit_cast(float, sign | (size >= 0x7c00u ? special : size >= 0x0400u ? normal : small));
}

static inline __attribute__((always_inline)) uint16_t toF16(float x) {
    const uint32_t word = __builtin_bit_cast(uint32_t, x), sign = (word >> 16) & 0x8000u, size = word & 0x7fffffffu;
    const uint32_t normal = (size + 0xfffu + ((size >> 13) & 1u) - 0x38000000u) >> 13;
    const uint32_t small = __builtin_bit_cast(uint32_t, __builtin_bit_cast(float, size) + 0.5f) - 0x3f000000u;
    const uint32_t nan = 0x7e00u | ((size >> 13) & 0x1ffu);
    const uint32_t number = size >= 0x477ff000u ? 0x7c00u : size >= 0x38800000u ? normal : small;
    return static_cast<uint16_t>(sign | (size > 0x7f800000u ? nan : number));
}

}  // namespace tl::cpu::TL_ISA
