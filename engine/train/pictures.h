// Tensors as small grey or coloured pictures: images of a batch, feature maps, kernels. Values: any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/tensor.h"

namespace tl {

// `count` pictures of one size, one after the other, each row-major with `channels` bytes a pixel.
struct Pictures {
    int width = 0, height = 0, channels = 1, count = 0;  // channels: 1 or 3
    float low = 0, high = 1;                             // what black and white stand for, the same in all
    std::vector<uint8_t> pixels;
    std::vector<uint8_t> broken;  // a byte a pixel: 1 where a number of it is not finite; empty: none is
};

// At most `most` of them: of a batch of images [N, C, H, W] with one or three channels the first images, of one with
// more the first image's channels, of a kernel [out, in, h, w] its filters. Null where the values make no picture.
enum class PictureOf { Batch, Kernel };
std::shared_ptr<const Pictures> picturesOf(const Tensor& values, PictureOf what, int most = 16);

}  // namespace tl
