// The largest value of each window of a volume.
#include "engine/layers/pooling.h"

namespace tl::layers {

LayerType max_pooling3d() { return poolingLayer(Pooling::Max, 3); }

}  // namespace tl::layers
