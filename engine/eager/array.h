// The engine without a graph: arrays with shape and type whose ops run at once, on the kernels that compiled plans use.
// An Array is a value: copies share memory that nobody writes to again. Any thread; an array may be handed to another.
#pragma once

#include <initializer_list>
#include <memory>
#include <vector>

#include "engine/backend/layout.h"
#include "engine/core/tensor.h"

namespace tl::eager {

class Array {
public:
    Array() = default;
    // A number, so that 2 * x reads as it does on paper.
    Array(float number);  // NOLINT: implicit on purpose
    // Shares the tensor's memory, which must stay as it is.
    explicit Array(Tensor tensor);
    // Row-major values; throws Error where their number does not fit the shape.
    Array(Shape shape, const std::vector<float>& values);
    // A matrix by its rows; throws Error where their lengths differ.
    static Array matrix(std::initializer_list<std::initializer_list<float>> rows);
    static Array full(Shape shape, float number);
    // Independent draws from the standard normal distribution, by seed and stream (engine/core/rng.h).
    static Array randomNormal(Shape shape, uint64_t seed, uint64_t stream = 0);

    bool defined() const { return static_cast<bool>(content_); }
    const Shape& shape() const { return content_->tensor.shape(); }
    DType dtype() const { return content_->tensor.dtype(); }
    const Tensor& tensor() const { return content_->tensor; }
    // The only element. Throws Error where there are more.
    float item() const;
    // float32 values, row-major.
    std::vector<float> values() const;

    // What a tape knows an array by.
    const void* identity() const { return content_.get(); }
    // A kernel's workspace, which only its gradient reads, has a layout of its own.
    const Layout& layout() const { return content_->layout; }
    static Array workspace(Tensor bytes, Layout layout);

private:
    struct Content {
        Tensor tensor;
        Layout layout;
    };
    std::shared_ptr<const Content> content_;
};

}  // namespace tl::eager
