// The largest value of a whole image, channel by channel.
#include "engine/layers/pooling.h"

namespace tl::layers {

LayerType global_max_pooling2d() { return globalPoolingLayer(Pooling::Max, 2); }

}  // namespace tl::layers
