// Convolution ops of two and three axes from one description: the sizes, the loops of the definition, and the ops that
// differ in their number of axes only. Kernels are [out, in / group, (depth,) height, width].
#pragma once

#include <array>

#include "engine/ops/support.h"

namespace tl::ops {

// The sizes of a convolution, from shapes and attributes. Axes are depth, height, width; an image has depth 1.
struct ConvGeometry {
    int rank = 2;
    int64_t n, c, o, group;
    std::array<int64_t, 3> in{1, 1, 1}, kernel{1, 1, 1}, out{1, 1, 1};
    std::array<int64_t, 3> strides{1, 1, 1}, before{0, 0, 0}, dilations{1, 1, 1};

    Shape inputShape() const { return with(n, c, in); }
    Shape kernelShape() const { return with(o, c / group, kernel); }
    Shape outputShape() const { return with(n, o, out); }
    double flops() const;

private:
    Shape with(int64_t first, int64_t second, const std::array<int64_t, 3>& extents) const;
};

// "Conv2D" or "Conv3D" with what follows it; throws Error where the shapes do not fit.
ConvGeometry convGeometry(const std::string& op, const Shape& input, const Shape& kernel, const Attributes& attributes);
// Calls visit(xIndex, wIndex, yIndex) for every product of the definition whose x lies inside the image.
void forEachTap(const ConvGeometry& g, const std::function<void(size_t, size_t, size_t)>& visit);

// Without cases; `name` is "Conv2D" or "Conv3D".
OpType convolution(const std::string& name);
OpType convolutionInputGrad(const std::string& name);
OpType convolutionKernelGrad(const std::string& name);

// Attributes of a case; empty dilations are ones.
Attributes convCase(std::vector<int64_t> strides, std::vector<int64_t> pads, std::vector<int64_t> dilations = {},
                    int64_t group = 1, const std::string& activation = "linear");

}  // namespace tl::ops
