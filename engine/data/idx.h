// IDX files, MNIST's format: a big-endian magic number, the sizes, then bytes; plain or gzip, told by content.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tl {

struct IdxFile {
    std::vector<int64_t> sizes;  // images: [count, rows, columns]; labels: [count]
    std::vector<uint8_t> bytes;
};

// rank: 3 for images (magic 0x00000803), 1 for labels (0x00000801). Throws Error naming the path for a wrong magic
// number, unlikely sizes, too few or too many bytes, and a damaged or cut gzip.
IdxFile readIdx(const std::string& path, int rank);

}  // namespace tl
