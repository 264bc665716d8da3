// Convolution of volumes; engine/ops/convolution.h says what it is.
#include "engine/ops/convolution.h"

namespace tl::ops {

OpType conv3d() {
    OpType op = convolution("Conv3D");
    op.help = "Slides kernels through volumes.";
    op.cases = {
        {"valid", {{{2, 3, 4, 5, 6}}, {{5, 3, 2, 3, 3}}}, convCase({1, 1, 1}, {0, 0, 0, 0, 0, 0})},
        {"same, bias", {{{2, 16, 4, 4, 4}}, {{16, 16, 3, 3, 3}}, {{16}}}, convCase({1, 1, 1}, {1, 1, 1, 1, 1, 1})},
        {"strides, asymmetric pads",
         {{{1, 2, 6, 7, 5}}, {{3, 2, 3, 2, 3}}, {{3}}},
         convCase({2, 3, 1}, {0, 1, 1, 1, 0, 1})},
        {"dilated", {{{1, 2, 6, 7, 8}}, {{3, 2, 2, 3, 2}}}, convCase({1, 1, 1}, {0, 1, 0, 1, 1, 2}, {2, 2, 3})},
        {"groups", {{{2, 4, 3, 4, 5}}, {{6, 2, 2, 2, 2}}, {{6}}}, convCase({1, 1, 1}, {0, 0, 0, 1, 1, 1}, {}, 2)},
        {"bias and relu",
         {{{1, 3, 3, 4, 4}}, {{17, 3, 3, 3, 3}}, {{17}}},
         convCase({1, 1, 1}, {1, 1, 1, 1, 1, 1}, {}, 1, "relu")},
    };
    return op;
}

}  // namespace tl::ops
