// Memory of plans that never run at once, such as those of a run's whole batches, of its last one and of its
// validation: all get the same block, which grows to what the largest of them needs. One thread.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "engine/backend/growing_memory.h"
#include "engine/profile/counters.h"

namespace tl {

class PlanArena {
public:
    // Holds as long as the arena. Throws NotEnoughMemory.
    std::byte* take(size_t bytes);
    // Before a plan writes to its block: whether another was the last to do so.
    bool enter(const void* plan) { return std::exchange(inside_, plan) != plan; }

private:
    std::vector<std::unique_ptr<GrowingMemory>> blocks_;  // several where one could not grow; the last is taken
    PlanMemoryHeld held_;
    const void* inside_ = nullptr;
};

}  // namespace tl
