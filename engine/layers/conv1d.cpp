// A convolution along the steps of a sequence [steps, features].
#include "engine/layers/convolution.h"

namespace tl::layers {

LayerType conv1d() { return convolutionLayer(1); }

}  // namespace tl::layers
