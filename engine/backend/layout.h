// How a value lies in memory. Empty = plain row-major. Otherwise outer strides plus inner blocks, as in oneDNN's
// "blocking descriptor": nChw16c is an inner block of 16 on axis 1. A value type that names no library, so that
// the graph can compare and copy layouts for any backend.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/dtype.h"
#include "engine/core/shape.h"

namespace tl {

struct Layout {
    std::vector<int64_t> paddedDims;  // extents rounded up to the blocks; empty = plain
    std::vector<int64_t> strides;     // of the outer dimensions, in elements
    std::vector<int64_t> blocks;      // sizes of the inner blocks, outermost first
    std::vector<int64_t> blockAxes;   // the axis of each inner block
    // Bytes of a value whose size only its kernel knows (a workspace); 0 otherwise.
    size_t opaqueBytes = 0;

    bool plain() const { return paddedDims.empty() && opaqueBytes == 0; }
    size_t bytes(const Shape& shape, DType type) const;
    friend bool operator==(const Layout&, const Layout&) = default;
};

// Channels innermost, [N, H, W, C], of a value [N, C, H, W].
Layout channelsLast(const Shape& shape);

struct TensorDesc {
    Shape shape;
    DType dtype = DType::Float32;
    Layout layout;
    size_t bytes() const { return layout.bytes(shape, dtype); }
};

}  // namespace tl
