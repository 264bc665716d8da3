// The mean of a whole volume, channel by channel. With keepdims the axes stay, with one place each.
#include "engine/layers/pooling.h"

namespace tl::layers {

LayerType global_average_pooling3d() { return globalPoolingLayer(Pooling::Average, 3); }

}  // namespace tl::layers
