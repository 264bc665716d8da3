// Places blocks that live for a while into one arena, so that blocks that are never alive together share memory.
#pragma once

#include <cstddef>
#include <vector>

namespace tl {

struct MemoryBlock {
    size_t bytes = 0;
    int first = 0, last = 0;  // alive from step `first` to step `last`, both included
};

struct MemoryPlan {
    std::vector<size_t> offsets;  // of each block, multiples of 64
    size_t bytes = 0;             // of the arena
};

// The largest block first, each at the lowest offset that is free for its whole life ("greedy by size", Pisarchyk and
// Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020). With share = false every block has its own
// place.
MemoryPlan planMemory(const std::vector<MemoryBlock>& blocks, bool share = true);

}  // namespace tl
