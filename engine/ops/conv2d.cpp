// Convolution of images; engine/ops/convolution.h says what it is.
#include "engine/ops/convolution.h"

namespace tl::ops {

OpType conv2d() {
    OpType op = convolution("Conv2D");
    op.help = "Slides kernels over images.";
    op.cases = {
        {"valid 3x3", {{{2, 3, 7, 6}}, {{5, 3, 3, 3}}}, convCase({1, 1}, {0, 0, 0, 0})},
        {"same 3x3, bias", {{{2, 16, 8, 8}}, {{32, 16, 3, 3}}, {{32}}}, convCase({1, 1}, {1, 1, 1, 1})},
        {"one channel, 5x5", {{{3, 1, 12, 12}}, {{6, 1, 5, 5}}, {{6}}}, convCase({1, 1}, {2, 2, 2, 2})},
        {"pointwise", {{{2, 7, 5, 5}}, {{19, 7, 1, 1}}, {{19}}}, convCase({1, 1}, {0, 0, 0, 0})},
        {"stride 2, asymmetric pads", {{{2, 4, 9, 8}}, {{6, 4, 3, 3}}, {{6}}}, convCase({2, 2}, {0, 0, 1, 1})},
        {"stride 2 pointwise", {{{2, 16, 8, 8}}, {{32, 16, 1, 1}}}, convCase({2, 2}, {0, 0, 0, 0})},
        {"oblong kernel and strides", {{{1, 3, 11, 9}}, {{4, 3, 2, 5}}}, convCase({3, 2}, {1, 0, 0, 2})},
        {"dilated", {{{2, 3, 11, 13}}, {{5, 3, 3, 3}}, {{5}}}, convCase({1, 1}, {2, 3, 2, 3}, {2, 3})},
        {"dilated, strided, asymmetric", {{{1, 2, 12, 10}}, {{3, 2, 3, 2}}}, convCase({2, 3}, {1, 0, 2, 1}, {2, 2})},
        {"groups", {{{2, 6, 7, 7}}, {{9, 2, 3, 3}}, {{9}}}, convCase({1, 1}, {1, 1, 1, 1}, {1, 1}, 3)},
        {"depthwise", {{{2, 16, 6, 6}}, {{16, 1, 3, 3}}, {{16}}}, convCase({1, 1}, {1, 1, 1, 1}, {1, 1}, 16)},
        {"depthwise multiplier, stride 2",
         {{{1, 5, 7, 7}}, {{10, 1, 3, 3}}},
         convCase({2, 2}, {1, 1, 1, 1}, {1, 1}, 5)},
        {"groups, dilated, strided", {{{2, 4, 13, 11}}, {{6, 2, 3, 3}}}, convCase({2, 2}, {2, 1, 1, 2}, {2, 2}, 2)},
        {"32 images, 3 channels", {{{32, 3, 6, 7}}, {{5, 3, 5, 4}}, {{5}}}, convCase({1, 1}, {2, 1, 1, 2})},
        {"32 images, wide kernel", {{{32, 1, 4, 9}}, {{14, 1, 2, 7}}}, convCase({1, 1}, {0, 3, 1, 3})},
        {"odd size 3x3", {{{2, 16, 9, 6}}, {{16, 16, 3, 3}}, {{16}}}, convCase({1, 1}, {1, 1, 1, 1})},
        {"valid 3x3, blocks of channels", {{{1, 32, 7, 10}}, {{48, 32, 3, 3}}}, convCase({1, 1}, {0, 0, 0, 0})},
        {"3x3, asymmetric pads", {{{1, 16, 6, 7}}, {{16, 16, 3, 3}}, {{16}}}, convCase({1, 1}, {0, 2, 2, 1})},
        {"kernel larger than image", {{{2, 3, 2, 2}}, {{4, 3, 5, 5}}}, convCase({1, 1}, {2, 2, 2, 2})},
    };
    for (const char* kind : {"relu", "leaky_relu", "elu", "gelu", "sigmoid", "tanh"})
        op.cases.push_back({std::string("bias and ") + kind,
                            {{{2, 3, 6, 6}}, {{17, 3, 3, 3}}, {{17}}},
                            convCase({1, 1}, {1, 1, 1, 1}, {}, 1, kind)});
    for (const char* kind : {"relu", "tanh"})
        for (const int64_t images : {2, 32})
            op.cases.push_back({"bias and " + std::string(kind) + (images == 2 ? ", 3x3" : ", 32 images"),
                                {{{images, images == 2 ? 16 : 2, 5, 5}}, {{16, images == 2 ? 16 : 2, 3, 3}}, {{16}}},
                                convCase({1, 1}, {1, 1, 1, 1}, {1, 1}, 1, kind)});
    op.cases.push_back({"grouped bias and relu",
                        {{{2, 4, 6, 6}}, {{6, 2, 3, 3}}, {{6}}},
                        convCase({1, 1}, {1, 1, 1, 1}, {1, 1}, 2, "relu")});
    return op;
}

}  // namespace tl::ops
