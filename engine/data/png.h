// Pixels as a PNG file's bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tl {

// channels: 1 grey, 3 RGB; rows one after the other.
std::string encodePng(int width, int height, int channels, std::span<const uint8_t> pixels);

}  // namespace tl
