// Draws the built-in sample's digits. All arithmetic is on integers, so an image is the same, bit for bit, on every
// machine, compiler and library version.
#pragma once

#include <cstdint>

namespace tl {

constexpr int kSampleSide = 28;

// The class of image `index`: every run of ten holds each digit once.
int sampleDigitLabel(int64_t index);
// pixels: 28x28 grey. Style, place, turn, size, slant, thickness, light and noise are drawn from index.
void drawSampleDigit(int64_t index, uint8_t* pixels);

}  // namespace tl
