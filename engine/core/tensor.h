// A typed, row-major block of host memory with a shape. Copies share storage; clone() does not.
// Storage is aligned to 64 bytes so that vector kernels may assume it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "engine/core/dtype.h"
#include "engine/core/shape.h"

namespace tl {

// Keeps a tensor's content elsewhere (on a GPU) for as long as only that place touches it.
class Mirror {
public:
    virtual ~Mirror() = default;
    // Told before the host reads the content or, with `writes`, changes it: brings home what is newer elsewhere.
    virtual void beforeHost(bool writes) = 0;
};

class Tensor {
public:
    Tensor() = default;
    // Zero-filled.
    Tensor(Shape shape, DType type);

    static Tensor scalar(float value);
    static Tensor fromFloats(Shape shape, std::span<const float> values);

    bool defined() const { return storage_ != nullptr; }
    const Shape& shape() const { return shape_; }
    DType dtype() const { return dtype_; }
    size_t bytes() const { return static_cast<size_t>(shape_.elements()) * sizeOf(dtype_); }

    // Addresses hold as long as the tensor; what is behind them, until something else changes it elsewhere (mirror()).
    void* data() { return touched(true); }
    const void* data() const { return touched(false); }
    // Throws Error when the element type differs from T.
    template <typename T>
    std::span<T> as();
    template <typename T>
    std::span<const T> as() const;

    Tensor clone() const;
    // Same storage, other shape with the same number of elements; throws Error otherwise.
    Tensor reshaped(Shape shape) const;

    // Where else the content is kept: nowhere, or the same for all tensors that share this storage.
    const std::shared_ptr<Mirror>& mirror() const { return storage_->mirror; }
    void setMirror(std::shared_ptr<Mirror> mirror) { storage_->mirror = std::move(mirror); }

private:
    struct Storage {
        explicit Storage(size_t bytes);
        ~Storage();
        Storage(const Storage&) = delete;
        Storage& operator=(const Storage&) = delete;
        std::byte* bytes;
        std::shared_ptr<Mirror> mirror;
    };
    std::byte* touched(bool writes) const {
        if (!storage_) return nullptr;
        if (storage_->mirror) storage_->mirror->beforeHost(writes);
        return storage_->bytes;
    }

    std::shared_ptr<Storage> storage_;
    Shape shape_;
    DType dtype_ = DType::Float32;
};

}  // namespace tl
