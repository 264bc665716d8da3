// Shape arithmetic and its printed form.
#include "engine/core/shape.h"

namespace tl {

int64_t Shape::elements() const {
    int64_t count = 1;
    for (int64_t dim : dims_) count *= dim;
    return count;
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
