// Where finished images are kept between epochs, by number: in memory or in a file. Any thread.
#pragma once

#include <cstdint>

namespace tl {

class PixelCache {
public:
    virtual ~PixelCache() = default;
    // The image's channels-first pixels, or null. Valid as long as the cache.
    virtual const uint8_t* find(int64_t index) const = 0;
    virtual void store(int64_t index, const uint8_t* planar) = 0;
    // The item cannot be read: it will not be stored.
    virtual void pass(int64_t index) { (void)index; }
};

}  // namespace tl
