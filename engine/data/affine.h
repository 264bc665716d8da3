// The one sampler behind rotation, translation, shear and zoom, in place on channels-last pixels. Coordinates are
// Keras's: pixel centres lie on whole numbers and a matrix takes output places to input places. It is plain arithmetic
// on doubles instead of OpenCV's, whose fixed point differs between versions, so an augmented image stays the same.
#pragma once

#include "engine/data/source.h"

namespace tl {

// What lies outside the image, in Keras's words: Reflect is "d c b a | a b c d | d c b a".
enum class FillMode { Constant, Nearest, Reflect, Wrap };

// Output pixel (x, y) shows the input at (xx x + xy y + x0, yx x + yy y + y0).
struct Affine {
    double xx = 1, xy = 0, x0 = 0;
    double yx = 0, yy = 1, y0 = 0;

    static Affine rotation(double radians, int width, int height);  // about the centre, counter-clockwise
    static Affine translation(double dx, double dy);                // pixels to the right and down
    static Affine shear(double x, double y);                        // about the first pixel, as Keras has it
    static Affine zoom(double x, double y, int width, int height);  // about the centre; above 1 shows more: zooms out
};

// The place of i in a line of n pixels, or -1 where the constant is to be shown. n > 0.
int filledIndex(int64_t i, int n, FillMode mode);

void warp(Image& image, const Affine& inverse, FillMode mode, uint8_t fillValue, bool bilinear);

}  // namespace tl
