// The mean of each window of pixels. As in Keras, padding does not count: at a border it is of what is there.
#include "engine/layers/pooling.h"

namespace tl::layers {

LayerType average_pooling2d() { return poolingLayer(Pooling::Average, 2); }

}  // namespace tl::layers
