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
    std::byte* begin() const { return begin_; }  // of a page; null before it has grown
    size_t bytes() const { return bytes_; }

private:
    std::byte* begin_ = nullptr;
    size_t room_ = 0, bytes_ = 0;  // reserved, and taken
};

}  // namespace tl
