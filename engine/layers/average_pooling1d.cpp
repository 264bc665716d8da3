// The mean of each window of steps. As in Keras, padding does not count: at a border it is of what is there.
#include "engine/layers/pooling.h"

namespace tl::layers {

LayerType average_pooling1d() { return poolingLayer(Pooling::Average, 1); }

}  // namespace tl::layers
