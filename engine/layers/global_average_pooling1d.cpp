// The mean of a whole sequence, feature by feature. With keepdims the axes stay, with one place each.
#include "engine/layers/pooling.h"

namespace tl::layers {

LayerType global_average_pooling1d() { return globalPoolingLayer(Pooling::Average, 1); }

}  // namespace tl::layers
