// Decoded, resized images that are kept in memory between epochs, by number. The block is reserved at once and only
// becomes real memory as it is written. Any thread. Each image is made once: the first who asks for it makes it, others
// who ask meanwhile wait for that.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace tl {

class ImageCache {
public:
    // Keeps the first images (by number) that fit into limit bytes.
    ImageCache(int64_t images, size_t imageBytes, size_t limit)
        : imageBytes_(imageBytes), states_(static_cast<size_t>(std::min<uint64_t>(
                                       static_cast<uint64_t>(images), imageBytes ? limit / imageBytes : 0))),
          pixels_(new uint8_t[states_.size() * imageBytes]) {}

    // The image's channels-first pixels, valid as long as the cache. Null: the caller makes the image and answers with
    // store(), pass() or release(). Whoever claims an image of several caches does so from the last cache to the first.
    const uint8_t* claim(int64_t index) {
        if (!holds(index)) return nullptr;
        std::atomic<uint8_t>& state = states_[static_cast<size_t>(index)];
        for (;;) {
            uint8_t found = state.load(std::memory_order_acquire);
            if (found == kReady) return at(index);
            if (found == kPassed) return nullptr;
            if (found == kFilling) state.wait(kFilling, std::memory_order_acquire);
            if (found == kEmpty && state.compare_exchange_strong(found, kFilling, std::memory_order_acquire))
                return nullptr;
        }
    }
    void store(int64_t index, const uint8_t* planar) {
        if (!holds(index) || states_[static_cast<size_t>(index)].load(std::memory_order_relaxed) != kFilling) return;
        std::memcpy(at(index), planar, imageBytes_);
        settle(index, kReady);
    }
    // The item cannot be read: nobody waits for it any more.
    void pass(int64_t index) { settle(index, kPassed); }
    // The caller does not make it after all: the next who asks does.
    void release(int64_t index) { settle(index, kEmpty); }

private:
    static constexpr uint8_t kEmpty = 0, kFilling = 1, kReady = 2, kPassed = 3;

    bool holds(int64_t index) const { return static_cast<size_t>(index) < states_.size(); }
    uint8_t* at(int64_t index) const { return pixels_.get() + static_cast<size_t>(index) * imageBytes_; }
    void settle(int64_t index, uint8_t to) {
        uint8_t filling = kFilling;
        if (!holds(index)) return;
        std::atomic<uint8_t>& state = states_[static_cast<size_t>(index)];
        if (state.compare_exchange_strong(filling, to, std::memory_order_release)) state.notify_all();
    }

    size_t imageBytes_;
    std::vector<std::atomic<uint8_t>> states_;  // of the first images, which are kept
    std::unique_ptr<uint8_t[]> pixels_;         // of the first image; the others follow
};

}  // namespace tl
