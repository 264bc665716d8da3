// JPEG decoding with libjpeg itself instead of through OpenCV: its warnings tell damaged data, which otherwise decodes
// to rubbish without a word, and RGB or grey rows arrive in place without a second pass.
#pragma once

#include <cstdint>
#include <span>

#include "engine/data/source.h"

namespace tl {

// Decodes to 1 or 3 channels. False where libjpeg alone cannot convert the colours (CMYK). Throws Error with a
// sentence. Any thread.
bool decodeJpeg(std::span<const uint8_t> bytes, int channels, Image& image);

}  // namespace tl
