// Windows that slide over the steps of a sequence, the plane of an image or the space of a volume: their arithmetic,
// and the sentences about inputs that they do not fit. "same" follows Keras: the output has ceil(input / stride)
// places and an odd pad goes to the end.
#pragma once

#include "engine/layers/support.h"

namespace tl::layers {

// A value as a window sees it. Sequences are [steps, features], images and volumes [channels, (depth,) height, width]
// (docs/decisions/0007).
struct Field {
    int64_t channels = 0;
    std::vector<int64_t> extents;  // one for each axis that the window moves along

    explicit Field(const Shape& withoutBatch);
    Field(int64_t channelCount, std::vector<int64_t> sizes) : channels(channelCount), extents(std::move(sizes)) {}
    int rank() const { return static_cast<int>(extents.size()); }
    Shape shape() const;
};

struct Window {
    std::vector<int64_t> size, strides, dilations;
    bool same = false;
    bool causal = false;  // all of the padding comes first, so that no step sees a later one

    int64_t reach(int axis) const;                  // in places, dilation included
    int64_t output(int axis, int64_t input) const;  // 0 or less: does not fit
    std::vector<int64_t> output(const std::vector<int64_t>& extents) const;
    std::vector<int64_t> pads(const std::vector<int64_t>& extents) const;  // all begins, then all ends, as in ONNX
};

// Reads pool_size or kernel_size, strides (empty: as the size), padding and, where there are, dilations.
Window readWindow(const PropertyReader& properties, const std::string& sizeKey, bool dilated);

Property sizeProperty(const std::string& key, int rank, int64_t value, const Message& what);

// What is wrong where the input of `layer` is no sequence (rank 1), image (2) or volume (3); else its shape.
ShapeResult wantsField(const Message& layer, const ShapeContext& context, int rank);
inline ShapeResult wantsImage(const std::string& layer, const ShapeContext& context) {
    return wantsField(layer, context, 2);
}
// The pooled or convolved shape with `channels`, or what is wrong with it.
ShapeResult slide(const std::string& layer, const ShapeContext& context, const Window& window, int64_t channels,
                  const std::string& sizeKey);

// Where x is an image with zeros put round it (ZeroPadding2D): the image itself, with the zeros added to `pads`, so
// that nobody needs to write them. Pads of a convolution are such zeros.
ValueId withoutBorder(BuildContext& context, ValueId x, std::vector<int64_t>& pads);

// Emits a Reshape to the batch and `shape`.
ValueId reshaped(BuildContext& context, ValueId x, const Shape& withoutBatch);

}  // namespace tl::layers
