// The networks that the window is measured with: chains of convolutions and residual networks, of any length.
#pragma once

#include "engine/model/network_spec.h"

namespace tl::bench {

NetworkSpec chainOf(int layers);
// Basic blocks as in ResNet-20 (seven layers each), the shortcut straight down and the block beside it.
NetworkSpec resnetOf(int layers);

}  // namespace tl::bench
