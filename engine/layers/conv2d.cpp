// A convolution over images. The kernel is [filters, channels / groups, height, width], ONNX's order.
#include "engine/layers/convolution.h"

namespace tl::layers {

LayerType conv2d() { return convolutionLayer(2); }

}  // namespace tl::layers
