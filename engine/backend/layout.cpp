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

}  // namespace tl
