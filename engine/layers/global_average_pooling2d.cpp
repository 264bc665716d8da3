// The mean of a whole image, channel by channel. With keepdims the axes stay, with one place each.
#include "engine/layers/pooling.h"

namespace tl::layers {

LayerType global_average_pooling2d() { return globalPoolingLayer(Pooling::Average, 2); }

}  // namespace tl::layers
