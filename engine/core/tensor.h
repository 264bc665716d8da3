// A typed, row-major block of host memory with a shape. Copies share storage; clone() does not.
// Storage is aligned to 64 bytes so that vector kernels may assume it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "engine/core/dtype.h"
#include "engine/core/shape.h"

namespace tl {

class Tensor {
public:
    Tensor() = default;
    // Zero-filled.
    Tensor(Shape shape, DType type);

    static Tensor scalar(float value);
    static Tensor fromFloats(Shape shape, std::span<const float> values);

    bool defined() const { return static_cast<bool>(storage_); }
    const Shape& shape() const { return shape_; }
    DType dtype() const { return dtype_; }
    size_t bytes() const { return static_cast<size_t>(shape_.elements()) * sizeOf(dtype_); }

    void* data() { return storage_.get(); }
    const void* data() const { return storage_.get(); }
    // Throws Error when the element type differs from T.
    template <typename T>
    std::span<T> as();
    template <typename T>
    std::span<const T> as() const;

    Tensor clone() const;
    // Same storage, other shape with the same number of elements; throws Error otherwise.
    Tensor reshaped(Shape shape) const;

private:
    std::shared_ptr<std::byte> storage_;
    Shape shape_;
    DType dtype_ = DType::Float32;
};

}  // namespace tl
