// A convolution through volumes [channels, depth, height, width].
#include "engine/layers/convolution.h"

namespace tl::layers {

LayerType conv3d() { return convolutionLayer(3); }

}  // namespace tl::layers
