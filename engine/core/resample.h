// Resampling an axis as a sparse matrix: which inputs an output is made of, and with what weights. An image is
// resampled along its rows and its columns one after the other, and the gradient is the same with both transposed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/attributes.h"

namespace tl {

struct Tap {
    int64_t from;
    double weight;
};
using Taps = std::vector<std::vector<Tap>>;  // by output place

// "nearest" (repeats, or picks), "linear" (PyTorch without align_corners), "cubic" (Keys' kernel with a = -0.5, as
// Keras on TensorFlow and JAX), "lanczos3", "lanczos5": all with half-pixel centres, as Keras. "average" has PyTorch's
// adaptive windows: from floor(i input / output) to ceil((i + 1) input / output). antialias widens a kernel where the
// result is smaller. Throws Error for another.
Taps resampleTaps(const std::string& mode, int64_t input, int64_t output, bool antialias = false);
// The same by the attributes of the op Resize: mode and antialias.
Taps resampleTaps(const Attributes& attributes, int64_t input, int64_t output);
Taps transposedTaps(const Taps& taps, int64_t input);

}  // namespace tl
