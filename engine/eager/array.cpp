// Making arrays and looking into them.
#include "engine/eager/array.h"

#include "engine/core/error.h"
#include "engine/core/half.h"
#include "engine/core/rng.h"

namespace tl::eager {

Array::Array(float number) : Array(Tensor::scalar(number)) {}

Array::Array(Tensor tensor) : content_(std::make_shared<const Content>(Content{std::move(tensor), {}})) {}

Array::Array(Shape shape, const std::vector<float>& values) : Array(Tensor::fromFloats(std::move(shape), values)) {}

Array Array::matrix(std::initializer_list<std::initializer_list<float>> rows) {
    const size_t width = rows.size() == 0 ? 0 : rows.begin()->size();
    std::vector<float> values;
    for (const auto& row : rows) {
        if (row.size() != width)
            throw Error("matrix row", Message("{width} numbers", width), std::to_string(row.size()));
        values.insert(values.end(), row.begin(), row.end());
    }
    return {Shape{static_cast<int64_t>(rows.size()), static_cast<int64_t>(width)}, values};
}

Array Array::full(Shape shape, float number) {
    const auto count = static_cast<size_t>(shape.elements());
    return {std::move(shape), std::vector<float>(count, number)};
}

Array Array::randomNormal(Shape shape, uint64_t seed, uint64_t stream) {
    Rng rng(seed, stream);
    std::vector<float> values(static_cast<size_t>(shape.elements()));
    for (float& value : values) value = static_cast<float>(rng.normal());
    return {std::move(shape), values};
}

Array Array::workspace(Tensor bytes, Layout layout) {
    Array array;
    array.content_ = std::make_shared<const Content>(Content{std::move(bytes), std::move(layout)});
    return array;
}

float Array::item() const {
    if (shape().elements() != 1) throw Error("item()", "an array of one number", shape().toString());
    return values()[0];
}

std::vector<float> Array::values() const {
    const Tensor floats = toFloat32(tensor());
    return {floats.as<float>().begin(), floats.as<float>().end()};
}

}  // namespace tl::eager
