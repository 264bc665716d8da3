// The two 16-bit floats and their conversions, bit by bit: bfloat16 is the upper half of a float32, float16 is IEEE
// 754's binary16. Both round to the nearest, ties to even, keep subnormals and infinities, and turn no NaN into a
// number. The kernels' vector code gives the same bits.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/core/tensor.h"

namespace tl {

struct BFloat16 {
    uint16_t bits = 0;
    BFloat16() = default;
    explicit constexpr BFloat16(float value) {
        const auto word = std::bit_cast<uint32_t>(value);
        if ((word & 0x7fffffffu) > 0x7f800000u)
            bits = static_cast<uint16_t>((word >> 16) | 0x40u);  // a quiet NaN, whatever its lower half was
        else
            bits = static_cast<uint16_t>((word + 0x7fffu + ((word >> 16) & 1u)) >> 16);
    }
    explicit constexpr operator float() const { return std::bit_cast<float>(uint32_t{bits} << 16); }
};

struct Float16 {
    uint16_t bits = 0;
    Float16() = default;
    explicit constexpr Float16(float value) {
        const auto word = std::bit_cast<uint32_t>(value);
        const uint32_t sign = (word >> 16) & 0x8000u, size = word & 0x7fffffffu;
        uint32_t result = 0;
        if (size > 0x7f800000u) {
            result = 0x7e00u | ((size >> 13) & 0x1ffu);  // NaN
        } else if (size >= 0x477ff000u) {
            result = 0x7c00u;  // 65520 and more round to infinity
        } else if (size >= 0x38800000u) {
            result = (size + 0xfffu + ((size >> 13) & 1u) - 0x38000000u) >> 13;
        } else {
            // Below 2^-14 the unit is 2^-24; adding 0.5 puts that unit at the end of a float32's fraction.
            result = std::bit_cast<uint32_t>(std::bit_cast<float>(size) + 0.5f) - 0x3f000000u;
        }
        bits = static_cast<uint16_t>(sign | result);
    }
    explicit constexpr operator float() const {
        const uint32_t sign = uint32_t{bits & 0x8000u} << 16, size = bits & 0x7fffu;
        if (size >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | ((size & 0x3ffu) << 13));
        if (size >= 0x0400u) return std::bit_cast<float>(sign | ((size + 0x1c000u) << 13));
        const float small = static_cast<float>(size) * 0x1p-24f;
        return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(small));
    }
};

// The value that is left of a float32 once `type` has held it.
constexpr float roundedTo(DType type, float value) {
    if (type == DType::BFloat16) return static_cast<float>(BFloat16(value));
    if (type == DType::Float16) return static_cast<float>(Float16(value));
    return value;
}

// A float32 copy of a tensor of any type but float64's extra digits; a float32 tensor itself.
Tensor toFloat32(const Tensor& tensor);

}  // namespace tl
