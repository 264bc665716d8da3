// What the backend leaves to NVIDIA's libraries: products today (cuBLASLt), convolutions and normalisation next
// (cuDNN). As with the driver there are two: theirs, and one that computes on the CPU for the checking driver
// (host/libraries.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/core/dtype.h"

namespace tl::cuda {

// y[p] = op(a[p]) op(b[p]) + bias for p in [0, products): row-major, m x k times k x n.
struct Product {
    int64_t products = 1, m = 0, k = 0, n = 0;
    bool transposeA = false, transposeB = false;
    bool bias = false;  // [n], float32
    DType a = DType::Float32, b = DType::Float32, y = DType::Float32;
};

class Libraries {
public:
    virtual ~Libraries() = default;

    // A call that was chosen, to be put on a stream as often as wanted.
    struct ProductCall {
        std::string implementation;
        size_t workspaceBytes = 0;
        std::function<void(void* stream, const void* a, const void* b, const float* bias, void* y, void* workspace)>
            run;
    };
    virtual ProductCall product(const Product& product) = 0;
};

}  // namespace tl::cuda
