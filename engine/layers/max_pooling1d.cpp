// The largest value of each window of steps.
#include "engine/layers/pooling.h"

namespace tl::layers {

LayerType max_pooling1d() { return poolingLayer(Pooling::Max, 1); }

}  // namespace tl::layers
