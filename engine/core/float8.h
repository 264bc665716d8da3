// The two 8-bit floats of matrix products (docs/decisions/0049), and how a tensor's numbers become them. e4m3 has four
// bits of exponent, three of fraction and no infinity; e5m2 is the upper half of a float16. Rounding is to the nearest,
// ties to even; what is too large becomes the largest number, and NaN stays NaN.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace tl {

enum class Float8 { E4M3, E5M2 };

// As attributes of an op have them.
constexpr const char* nameOf(Float8 type) { return type == Float8::E4M3 ? "e4m3" : "e5m2"; }
constexpr Float8 float8Named(std::string_view name) { return name == "e5m2" ? Float8::E5M2 : Float8::E4M3; }

struct Float8Form {
    int fraction;       // its bits
    int leastExponent;  // of the numbers that are not subnormal
    float largest;      // 1.75 times a power of two in both
};
constexpr Float8Form formOf(Float8 type) {
    return type == Float8::E4M3 ? Float8Form{3, -6, 448} : Float8Form{2, -14, 57344};
}

// The nearest number that the type has. Added to a float32 whose last bit is worth the type's unit there, x loses what
// is smaller.
constexpr float roundedTo(Float8 type, float x) {
    const Float8Form form = formOf(type);
    const auto word = std::bit_cast<uint32_t>(x);
    float size = std::bit_cast<float>(word & 0x7fffffffu);
    if (size > form.largest) size = form.largest;
    const uint32_t exponent = std::bit_cast<uint32_t>(size) & 0x7f800000u,
                   least = static_cast<uint32_t>(127 + form.leastExponent) << 23;
    const float coarse =
        std::bit_cast<float>((exponent > least ? exponent : least) + (static_cast<uint32_t>(23 - form.fraction) << 23));
    const float rounded = x != x ? x : (size + coarse) - coarse;
    return std::bit_cast<float>((std::bit_cast<uint32_t>(rounded) & 0x7fffffffu) | (word & 0x80000000u));
}

// Of a number that the type has, and of NaN.
constexpr uint8_t bitsOf(Float8 type, float x) {
    const Float8Form form = formOf(type);
    const auto word = std::bit_cast<uint32_t>(x);
    const uint32_t size = word & 0x7fffffffu, least = static_cast<uint32_t>(127 + form.leastExponent) << 23;
    uint32_t bits = 0x7f;
    if (size >= least && size <= 0x7f800000u)
        bits = (size - least + 0x00800000u) >> (23 - form.fraction);
    else if (size < least)  // so many units
        bits = static_cast<uint32_t>(
            std::bit_cast<float>(size) *
            std::bit_cast<float>(static_cast<uint32_t>(127 - form.leastExponent + form.fraction) << 23));
    return static_cast<uint8_t>(bits | (word >> 24 & 0x80u));
}

constexpr float valueOf(Float8 type, uint8_t bits) {
    const Float8Form form = formOf(type);
    const uint32_t size = bits & 0x7fu, sign = uint32_t{bits & 0x80u} << 24;
    const bool special = type == Float8::E4M3 ? size == 0x7f : size >= 0x7c;
    const uint32_t least = static_cast<uint32_t>(127 + form.leastExponent) << 23;
    if (special) return std::bit_cast<float>(sign | (size == 0x7c ? 0x7f800000u : 0x7fc00000u));
    const float unit = std::bit_cast<float>(least - (static_cast<uint32_t>(form.fraction) << 23));
    if (size < 1u << form.fraction)
        return std::bit_cast<float>(std::bit_cast<uint32_t>(static_cast<float>(size) * unit) | sign);
    return std::bit_cast<float>(((size << (23 - form.fraction)) + least - 0x00800000u) | sign);
}

// What a tensor whose numbers are of size `largest` at most is multiplied by before it is rounded: the largest power of
// two with which none becomes too large. So scaling loses no bit, and numbers that the type has stay as they are.
// NaN where one is not finite.
constexpr float scaleOf(Float8 type, float largest) {
    const Float8Form form = formOf(type);
    const auto word = std::bit_cast<uint32_t>(largest);
    const int top = static_cast<int>(std::bit_cast<uint32_t>(form.largest) >> 23),
              exponent = static_cast<int>(word >> 23);
    if (word >= 0x7f800000u) return std::bit_cast<float>(0x7fc00000u);
    const int scale = 127 + top - exponent - ((word & 0x007fffffu) > 0x00600000u ? 1 : 0);
    return std::bit_cast<float>(static_cast<uint32_t>(scale < 253 ? scale : 253) << 23);
}

}  // namespace tl
