// Element types of tensors, with their sizes and names (the names are NumPy's, and bfloat16 as everybody has it). The
// two short floats are for values in between: every op can compute in float32, and state always is float32.
#pragma once

#include <cstddef>
#include <string_view>

namespace tl {

enum class DType { Float32, Float64, Int32, Int64, UInt8, BFloat16, Float16 };

constexpr size_t sizeOf(DType type) {
    switch (type) {
    case DType::Float32: return 4;
    case DType::Float64: return 8;
    case DType::Int32: return 4;
    case DType::Int64: return 8;
    case DType::UInt8: return 1;
    case DType::BFloat16:
    case DType::Float16: return 2;
    }
    return 0;
}

constexpr std::string_view nameOf(DType type) {
    switch (type) {
    case DType::Float32: return "float32";
    case DType::Float64: return "float64";
    case DType::Int32: return "int32";
    case DType::Int64: return "int64";
    case DType::UInt8: return "uint8";
    case DType::BFloat16: return "bfloat16";
    case DType::Float16: return "float16";
    }
    return "?";
}

// bfloat16 and float16: 16 bits, to be widened before anything is computed from them.
constexpr bool isHalf(DType type) { return type == DType::BFloat16 || type == DType::Float16; }
constexpr bool isFloat(DType type) { return type == DType::Float32 || type == DType::Float64 || isHalf(type); }

}  // namespace tl
