// The largest value of a whole volume, channel by channel.
#include "engine/layers/pooling.h"

namespace tl::layers {

LayerType global_max_pooling3d() { return globalPoolingLayer(Pooling::Max, 3); }

}  // namespace tl::layers
