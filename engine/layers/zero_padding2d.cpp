// Zeros round an image, where a convolution's own padding is not what is wanted.
#include "engine/layers/padding.h"

namespace tl::layers {

LayerType zero_padding2d() { return borderLayer("ZeroPadding2D", "padding", {1, 1}, 1); }

}  // namespace tl::layers
