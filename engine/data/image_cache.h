// Decoded, resized images in memory, each filled in by whichever thread gets to it first. The block is reserved at
// once and only becomes real memory as it is written.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "engine/data/pixel_cache.h"

namespace tl {

class ImageCache : public PixelCache {
public:
    // Keeps the first images (by number) that fit into limit bytes.
    ImageCache(int64_t images, size_t imageBytes, size_t limit)
        : imageBytes_(imageBytes), held_(static_cast<size_t>(std::min<uint64_t>(static_cast<uint64_t>(images),
                                                                                imageBytes ? limit / imageBytes : 0))),
          pixels_(new uint8_t[held_ * imageBytes]), states_(held_) {}

    const uint8_t* find(int64_t index) const override {
        const auto i = static_cast<size_t>(index);
        return i < held_ && states_[i].load(std::memory_order_acquire) == kReady ? pixels_.get() + i * imageBytes_
                                                                                 : nullptr;
    }
    void store(int64_t index, const uint8_t* planar) override {
        const auto i = static_cast<size_t>(index);
        uint8_t empty = kEmpty;
        if (i >= held_ || !states_[i].compare_exchange_strong(empty, kFilling, std::memory_order_relaxed)) return;
        std::memcpy(pixels_.get() + i * imageBytes_, planar, imageBytes_);
        states_[i].store(kReady, std::memory_order_release);
    }

private:
    static constexpr uint8_t kEmpty = 0, kFilling = 1, kReady = 2;
    size_t imageBytes_, held_;
    std::unique_ptr<uint8_t[]> pixels_;
    std::vector<std::atomic<uint8_t>> states_;
};

}  // namespace tl
