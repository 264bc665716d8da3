// Convolution layers of one, two and three axes from one description.
#pragma once

#include "engine/layers/windows.h"

namespace tl::layers {

LayerType convolutionLayer(int rank);  // Conv1D, Conv2D, Conv3D

// A kernel's shape: [out, in, ...size].
Shape kernelShape(int64_t out, int64_t in, const std::vector<int64_t>& size);

// Rows that every convolution has.
Property kernelSizeProperty(int rank);
Property stridesProperty(int rank);
Property dilationProperty(int rank);
Property useBiasProperty();

// Filters each channel by itself with depth_multiplier filters of the parameter "depthwise_kernel", as kernel_size,
// strides, padding and dilation_rate say; no bias, no activation. Results are ordered by channel, as in Keras.
ValueId filterDepthwise(BuildContext& context);
Property depthMultiplierProperty();
// Adds the bias to `inputs` where use_bias is on.
void addBias(BuildContext& context, std::vector<ValueId>& inputs, int64_t count);
// "16 · 3×3 · same · relu"; `count` may be empty.
Message convolutionSummary(const std::string& count, const PropertyReader& properties);
}  // namespace tl::layers
