// Storage of tensors: one aligned, zeroed block each.
#include "engine/core/tensor.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "engine/core/error.h"
#include "engine/core/half.h"

namespace tl {
namespace {

template <typename T>
constexpr DType dtypeOf();
template <>
constexpr DType dtypeOf<float>() {
    return DType::Float32;
}
template <>
constexpr DType dtypeOf<double>() {
    return DType::Float64;
}
template <>
constexpr DType dtypeOf<int32_t>() {
    return DType::Int32;
}
template <>
constexpr DType dtypeOf<int64_t>() {
    return DType::Int64;
}
template <>
constexpr DType dtypeOf<uint8_t>() {
    return DType::UInt8;
}
template <>
constexpr DType dtypeOf<BFloat16>() {
    return DType::BFloat16;
}
template <>
constexpr DType dtypeOf<Float16>() {
    return DType::Float16;
}

void checkType(DType wanted, DType found) {
    if (wanted != found) throw Error("tensor element type", std::string(nameOf(wanted)), std::string(nameOf(found)));
}

template <typename T>
Tensor widened(const Tensor& tensor) {
    Tensor wide(tensor.shape(), DType::Float32);
    std::ranges::transform(tensor.as<T>(), wide.as<float>().begin(), [](T value) { return static_cast<float>(value); });
    return wide;
}

}  // namespace

Tensor::Storage::Storage(size_t size) : bytes(static_cast<std::byte*>(std::aligned_alloc(64, size))) {
    if (!bytes) throw std::bad_alloc();
    std::memset(bytes, 0, size);
}

Tensor::Storage::~Storage() {
    mirror.reset();  // which may know the bytes
    std::free(bytes);
}

Tensor::Tensor(Shape shape, DType type) : shape_(std::move(shape)), dtype_(type) {
    storage_ = std::make_shared<Storage>((std::max<size_t>(bytes(), 1) + 63) / 64 * 64);
}

Tensor Tensor::scalar(float value) { return fromFloats({}, std::span(&value, 1)); }

Tensor Tensor::fromFloats(Shape shape, std::span<const float> values) {
    Tensor tensor(std::move(shape), DType::Float32);
    if (static_cast<size_t>(tensor.shape_.elements()) != values.size())
        throw Error("tensor values", std::to_string(tensor.shape_.elements()), std::to_string(values.size()));
    std::memcpy(tensor.data(), values.data(), values.size_bytes());
    return tensor;
}

template <typename T>
std::span<T> Tensor::as() {
    checkType(dtypeOf<T>(), dtype_);
    return {reinterpret_cast<T*>(touched(true)), static_cast<size_t>(shape_.elements())};
}

template <typename T>
std::span<const T> Tensor::as() const {
    checkType(dtypeOf<T>(), dtype_);
    return {reinterpret_cast<const T*>(touched(false)), static_cast<size_t>(shape_.elements())};
}

#define TL_TENSOR_AS(T)                                                                                                \
    template std::span<T> Tensor::as<T>();                                                                             \
    template std::span<const T> Tensor::as<T>() const;
TL_TENSOR_AS(float)
TL_TENSOR_AS(double)
TL_TENSOR_AS(int32_t)
TL_TENSOR_AS(int64_t)
TL_TENSOR_AS(uint8_t)
TL_TENSOR_AS(BFloat16)
TL_TENSOR_AS(Float16)
#undef TL_TENSOR_AS

Tensor Tensor::clone() const {
    Tensor copy(shape_, dtype_);
    if (storage_) std::memcpy(copy.data(), data(), bytes());
    return copy;
}

Tensor Tensor::reshaped(Shape shape) const {
    if (shape.elements() != shape_.elements())
        throw Error("reshape", Message("{elements} elements", shape_.elements()), shape.toString());
    Tensor view = *this;
    view.shape_ = std::move(shape);
    return view;
}

Tensor toFloat32(const Tensor& tensor) {
    switch (tensor.dtype()) {
    case DType::Float32: break;
    case DType::Float64: return widened<double>(tensor);
    case DType::Int32: return widened<int32_t>(tensor);
    case DType::Int64: return widened<int64_t>(tensor);
    case DType::UInt8: return widened<uint8_t>(tensor);
    case DType::BFloat16: return widened<BFloat16>(tensor);
    case DType::Float16: return widened<Float16>(tensor);
    }
    return tensor;
}

}  // namespace tl
