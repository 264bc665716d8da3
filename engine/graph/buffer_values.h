// The numbers in a plan's buffers, where the host can read them, whatever their layout and type.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <optional>

#include "engine/backend/layout.h"
#include "engine/core/half.h"
#include "engine/core/tensor.h"

namespace tl {

// A value whose layout has strides and no blocks, in plain order.
inline void copyStrided(const void* from, const Layout& layout, Tensor& to) {
    const Shape& shape = to.shape();
    const size_t size = sizeOf(to.dtype());
    auto* out = static_cast<std::byte*>(to.data());
    for (int64_t i = 0; i < shape.elements(); ++i) {
        int64_t place = layout.plain() ? i : 0, rest = i;
        for (int axis = shape.rank() - 1; axis >= 0 && !layout.plain(); --axis) {
            place += rest % shape[axis] * layout.strides[static_cast<size_t>(axis)];
            rest /= shape[axis];
        }
        std::memcpy(out + static_cast<size_t>(i) * size,
                    static_cast<const std::byte*>(from) + static_cast<size_t>(place) * size, size);
    }
}

// The first that is not finite, in the order in which they lie. Opaque and integer values have none.
inline std::optional<float> firstNonFinite(const void* values, const TensorDesc& desc) {
    if (desc.layout.opaqueBytes) return std::nullopt;
    const auto find = [&]<typename T>(const T* numbers) -> std::optional<float> {
        for (size_t i = 0; i < desc.bytes() / sizeof(T); ++i)
            if (const auto value = static_cast<float>(numbers[i]); !std::isfinite(value)) return value;
        return std::nullopt;
    };
    switch (desc.dtype) {
    case DType::Float32: return find(static_cast<const float*>(values));
    case DType::BFloat16: return find(static_cast<const BFloat16*>(values));
    case DType::Float16: return find(static_cast<const Float16*>(values));
    default: return std::nullopt;
    }
}

}  // namespace tl
