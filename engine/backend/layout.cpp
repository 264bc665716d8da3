// Sizes of values in memory. A blocked layout is dense over its padded extents, so its size is their product.
#include "engine/backend/layout.h"

namespace tl {

size_t Layout::bytes(const Shape& shape, DType type) const {
    if (opaqueBytes != 0) return opaqueBytes;
    if (plain()) return static_cast<size_t>(shape.elements()) * sizeOf(type);
    size_t elements = 1;
    for (int64_t extent : paddedDims) elements *= static_cast<size_t>(extent);
    return elements * sizeOf(type);
}

Layout channelsLast(const Shape& shape) {
    Layout layout;
    layout.paddedDims = shape.dims();
    layout.strides.assign(shape.dims().size(), 1);
    int64_t stride = shape[1];
    for (int axis = shape.rank() - 1; axis >= 2; --axis) {
        layout.strides[static_cast<size_t>(axis)] = stride;
        stride *= shape[axis];
    }
    layout.strides[0] = stride;
    return layout;
}

}  // namespace tl
