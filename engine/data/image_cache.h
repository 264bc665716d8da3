// Decoded, resized images in memory. The block is reserved at once and only becomes real memory as it is written.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "engine/data/pixel_cache.h"

namespace tl {

class ImageCache : public PixelCache {
public:
    // Keeps the first images (by number) that fit into limit bytes.
    ImageCache(int64_t images, size_t imageBytes, size_t limit)
        : PixelCache(static_cast<size_t>(
                         std::min<uint64_t>(static_cast<uint64_t>(images), imageBytes ? limit / imageBytes : 0)),
                     imageBytes),
          block_(new uint8_t[states_.size() * imageBytes]) {
        pixels_ = block_.get();
    }

private:
    std::unique_ptr<uint8_t[]> block_;
};

}  // namespace tl
