// The largest value of a whole sequence, feature by feature.
#include "engine/layers/pooling.h"

namespace tl::layers {

LayerType global_max_pooling1d() { return globalPoolingLayer(Pooling::Max, 1); }

}  // namespace tl::layers
