// Shape arithmetic and its printed form.
#include "engine/core/shape.h"

#include "engine/core/error.h"

namespace tl {

int64_t Shape::elements() const {
    int64_t count = 1;
    for (int64_t dim : dims_)
        if (__builtin_mul_overflow(count, dim, &count))
            throw Error(Message("The shape {shape}", toString()), "a number of values that can be counted",
                        "more than 64 bits hold", "Make its extents smaller.");
    return count;
}

bool Shape::isAbsurd() const {
    constexpr int64_t kMost = int64_t{1} << 37;  // half a tebibyte of float32
    int64_t count = 1;
    for (int64_t dim : dims_)
        if (dim < 0 || __builtin_mul_overflow(count, dim, &count) || count > kMost) return true;
    return false;
}

Shape Shape::withBatch(int64_t batch) const {
    std::vector<int64_t> dims{batch};
    dims.insert(dims.end(), dims_.begin(), dims_.end());
    return Shape(std::move(dims));
}

Shape Shape::withoutBatch() const {
    return dims_.empty() ? Shape() : Shape(std::vector<int64_t>(dims_.begin() + 1, dims_.end()));
}

std::string Shape::toString() const {
    if (dims_.empty()) return "scalar";
    std::string text;
    for (int64_t dim : dims_) text += (text.empty() ? "" : "×") + std::to_string(dim);
    return text;
}

}  // namespace tl
