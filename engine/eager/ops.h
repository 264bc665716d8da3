// Functions of arrays for writing models by hand. Arithmetic broadcasts as NumPy's does. What is not here is reached by
// apply() under its name in docs/ops.md. All throw Error where shapes do not fit.
#pragma once

#include "engine/eager/apply.h"

namespace tl::eager {

Array operator+(const Array& a, const Array& b);
Array operator-(const Array& a, const Array& b);
Array operator*(const Array& a, const Array& b);
Array operator/(const Array& a, const Array& b);
Array operator-(const Array& a);

Array matmul(const Array& a, const Array& b, bool transposeA = false, bool transposeB = false);
// X with a X = b, for a square `a`.
Array solve(const Array& a, const Array& b);

// Over the given axes, or all of them.
Array sum(const Array& x, std::vector<int64_t> axes = {}, bool keepDims = false);
Array mean(const Array& x);
Array square(const Array& x);

Array reshape(const Array& x, const Shape& shape);
Array broadcastTo(const Array& x, const Shape& shape);
Array cast(const Array& x, DType type);
// "relu", "tanh", ...: the kinds of docs/ops.md.
Array activation(const Array& x, const std::string& kind);
Array softmax(const Array& x);
// Bytes or floats, times scale, plus offset.
Array rescale(const Array& x, double scale, double offset = 0);

// Images [N, C, H, W] and kernels [out, in, h, w]; the border is padded with zeros on each side.
Array conv2d(const Array& x, const Array& kernel, int64_t stride = 1, int64_t padding = 0);
Array maxPool2d(const Array& x, int64_t size);

// The mean over the batch; labels are int32 [N].
Array crossEntropy(const Array& logits, const Array& labels);
// How many rows have their largest score at the label.
Array countCorrect(const Array& scores, const Array& labels);

}  // namespace tl::eager
