// Several views of each image, whose scores an evaluation averages: the test-time augmentation of Krizhevsky et al.
// (2012). What comes of it is no longer the accuracy of the network on the images as they are.
#pragma once

#include <string>
#include <vector>

#include "engine/core/message.h"
#include "engine/core/tensor.h"

namespace tl {

struct View {
    bool mirrored = false;  // left to right
    int shift = 0;          // px down and to the right, the edges mirrored outwards
    double weight = 1;      // all of them make 1
};

// "none"; "mirror": the image and its mirror; "mirror_translate": both also moved by a pixel up and to the left and
// down and to the right, half of the weight on those that stay. None of them is empty: "none" is one view.
const std::vector<std::string>& testTimeAugmentations();
std::vector<View> viewsOf(const std::string& name);  // throws Error naming those there are

// "the mean of 6 views of each image", to be said beside an accuracy; empty for one view.
Message viewsText(int views);

// Images [N, C, H, W] of any type as [views * N, C, H, W], view after view.
Tensor viewed(const Tensor& images, const std::vector<View>& views);

}  // namespace tl
