// The mean of each window of a volume. As in Keras, padding does not count: at a border it is of what is there.
#include "engine/layers/pooling.h"

namespace tl::layers {

LayerType average_pooling3d() { return poolingLayer(Pooling::Average, 3); }

}  // namespace tl::layers
