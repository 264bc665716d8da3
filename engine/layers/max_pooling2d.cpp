// The largest value of each window of pixels.
#include "engine/layers/pooling.h"

namespace tl::layers {

LayerType max_pooling2d() { return poolingLayer(Pooling::Max, 2); }

}  // namespace tl::layers
