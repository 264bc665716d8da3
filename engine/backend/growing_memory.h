// A block of host memory that grows without moving: addresses are reserved for more than it needs, and the system gives
// memory to as much of it as is asked for.
#pragma once

#include <cstddef>

namespace tl {

class GrowingMemory {
public:
    GrowingMemory() = default;
    ~GrowingMemory();
    GrowingMemory(const GrowingMemory&) = delete;
    GrowingMemory& operator=(const GrowingMemory&) = delete;

    // At least so many bytes, the new ones zero and there to be written; what was handed out stays where it is. False:
    // it has reached what was reserved for it, and is as it was. Throws std::bad_alloc where the system gives no more.
    bool grow(size_t bytes);
    std::byte* begin() const { return begin_; }  // at a large page's begin; null before it has grown
    size_t bytes() const { return bytes_; }

private:
    void* reserved_ = nullptr;
    size_t reservedBytes_ = 0, room_ = 0, bytes_ = 0;
    std::byte* begin_ = nullptr;
};

}  // namespace tl
