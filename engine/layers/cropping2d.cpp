// An image without its border.
#include "engine/layers/padding.h"

namespace tl::layers {

LayerType cropping2d() { return borderLayer("Cropping2D", "cropping", {0, 0}, -1); }

}  // namespace tl::layers
