// Element types of tensors, with their sizes and names (the names are NumPy's).
#pragma once

#include <cstddef>
#include <string_view>

namespace tl {

enum class DType { Float32, Float64, Int32, Int64, UInt8 };

constexpr size_t sizeOf(DType type) {
    switch (type) {
    case DType::Float32: return 4;
    case DType::Float64: return 8;
    case DType::Int32: return 4;
    case DType::Int64: return 8;
    case DType::UInt8: return 1;
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
    }
    return "?";
}

}  // namespace tl
