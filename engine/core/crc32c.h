// CRC-32C (Castagnoli), the sum of TFRecord and leveldb files; by the processor's own instruction where it has one.
// Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tl {

uint32_t crc32c(std::span<const uint8_t> bytes);
// As it stands in TFRecord files: turned by 15 bits plus a constant, so that a sum of sums is none.
uint32_t maskedCrc32c(std::span<const uint8_t> bytes);

}  // namespace tl
