// Turning decoders' channels-last pixels into the channels-first ones of batches and back, and fitting an image
// to a pipeline's shape. One image at a time, any thread.
#pragma once

#include "engine/core/shape.h"
#include "engine/data/source.h"

namespace tl {

// One image is one thread's work: switches OpenCV's own thread pool off, and its log. Cheap after the first call.
void prepareOpenCv();

// planar: [C, H, W] of the image's own size.
void toPlanar(const Image& image, uint8_t* planar);
void fromPlanar(const uint8_t* planar, const Shape& shape, Image& image);

// Grey to RGB by repeating, RGB to grey by ITU-R BT.601 luma, in place.
void convertChannels(Image& image, int channels);

// How an image of another size becomes one of a wanted size: stretched, whole with black bars, or filling it with what
// is too much cut off at both sides. Auto: area averaging when it shrinks in both directions, else bilinear. Nearest
// and bilinear have half-pixel centres, as Keras.
struct ImageFit {
    enum class Mode : uint8_t { Stretch, Fit, Fill } mode = Mode::Stretch;
    enum class Filter : uint8_t { Auto, Nearest, Bilinear, Bicubic, Area, Lanczos } filter = Filter::Auto;
};

// Changes channels and size to shape [C, H, W]. Does nothing where it fits already. `scratch` keeps its memory between
// calls.
void fitImage(Image& image, const Shape& shape, Image& scratch, ImageFit fit = {});

}  // namespace tl
