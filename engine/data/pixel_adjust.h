// Changes of colour, light and sharpness with fixed parameters, in place on 8-bit channels-last pixels, rounded to
// nearest. Augmentations draw the parameters; what each does is Keras's, Pillow's for auto-contrast, equalise,
// posterise and solarise. Any thread.
#pragma once

#include "engine/data/source.h"

namespace tl {

void adjustBrightness(Image& image, double delta);       // adds delta, in pixel values
void adjustContrast(Image& image, double factor);        // (value - channel's mean) * factor + mean
void adjustSaturation(Image& image, double multiplier);  // of HSV's S, cut off at 1; grey images stay
void adjustHue(Image& image, double turn);               // of HSV's H, 1 is all the way round; grey images stay
void blendWithGrey(Image& image, double share);          // 0 = as it is, 1 = grey (BT.601)
void adjustSharpness(Image& image, double factor);       // 0 = smoothed, 1 = as it is, 2 = twice the edges
void posterize(Image& image, int bits);                  // keeps the upper bits, 1 to 8
void solarize(Image& image, int threshold);              // inverts what is at least threshold
void autoContrast(Image& image);                         // stretches each channel to 0 to 255
void equalize(Image& image);                             // evens out each channel's histogram
void blur(Image& image, int kernelSize, double sigma);   // Gaussian; kernelSize odd, sigma in pixels

}  // namespace tl
