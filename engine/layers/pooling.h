// Pooling layers of one, two and three axes from one description: they differ in the words of their help only.
#pragma once

#include "engine/layers/layer_type.h"

namespace tl::layers {

enum class Pooling { Max, Average };

LayerType poolingLayer(Pooling kind, int rank);        // MaxPooling1D, AveragePooling3D, ...
LayerType globalPoolingLayer(Pooling kind, int rank);  // GlobalMaxPooling1D, ...

}  // namespace tl::layers
