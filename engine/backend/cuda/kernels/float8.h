// What products in 8 bits need beside the library's: a matrix's largest number, and the matrix rounded to 8 bits.
#pragma once

#include <cstdint>

#include "engine/backend/cuda/kernels/element.h"
#include "engine/core/float8.h"

namespace tl::cuda {

// Each block leaves the largest size of a number in its share of x, NaN before infinity before numbers.
struct AbsMax {
    const void* x;
    float* y;
    Element type;
    uint32_t count, share;  // a share is a multiple of what a thread reads at once
};

// y = x times its scale, rounded, a byte a number; the first block leaves the inverse of the scale. Rows and columns
// are multiples of 16.
struct ToFloat8 {
    const void* x;
    const float* largest;  // of x
    uint8_t* y;
    float* inverse;
    Element type;
    Float8 format;
    uint32_t rows, columns;
};
constexpr uint32_t kFloat8Each = 16;  // bytes that a thread writes
constexpr uint32_t kFloat8Tile = 64;  // rows and columns that a block turns around

}  // namespace tl::cuda
