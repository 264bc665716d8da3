// Memory of plans that never run at once, such as those of a run's whole batches, of its last one and of its
// validation: all get the same block. Whoever makes them begins with the one that needs the most: one that needs more
// than there is gets a larger block, which those after it share, while those before it keep theirs. One thread.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "engine/core/tensor.h"
#include "engine/profile/counters.h"

namespace tl {

class PlanArena {
public:
    struct Block {
        Tensor memory;
        PlanMemoryHeld held;
    };
    // Throws NotEnoughMemory.
    std::shared_ptr<Block> take(size_t bytes);
    // Before a plan writes to its block: whether another was the last to do so.
    bool enter(const void* plan) { return std::exchange(inside_, plan) != plan; }

private:
    std::shared_ptr<Block> block_;
    const void* inside_ = nullptr;
};

}  // namespace tl
