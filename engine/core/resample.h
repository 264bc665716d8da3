// Resampling an axis as a sparse matrix: which inputs an output is made of, and with what weights. An image is
// resampled along its rows and its columns one after the other, and the gradient is the same with both transposed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tl {

struct Tap {
    int64_t from;
    double weight;
};
using Taps = std::vector<std::vector<Tap>>;  // by output place

// "nearest" (repeats, or picks), "linear" (half-pixel centres, as Keras and PyTorch without align_corners), "average"
// (PyTorch's adaptive windows: from floor(i input / output) to ceil((i + 1) input / output)). Throws Error for another.
Taps resampleTaps(const std::string& mode, int64_t input, int64_t output);
Taps transposedTaps(const Taps& taps, int64_t input);

}  // namespace tl
