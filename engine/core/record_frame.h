// A TFRecord as it stands in a file: length and its sum, content and its sum, little endian. Data sets and event files
// are made of these.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tl {

std::string framedRecord(std::span<const uint8_t> content);

}  // namespace tl
