// The first picture of a GIF file, by giflib; a film's other pictures are left alone.
#pragma once

#include <cstdint>
#include <span>

#include "engine/data/source.h"

namespace tl {

// Decodes to 1 or 3 channels on the file's whole canvas, black where the picture leaves it free; what is transparent
// has its palette's colour. Throws Error with a sentence. Any thread.
void decodeGif(std::span<const uint8_t> bytes, int channels, Image& image);

}  // namespace tl
