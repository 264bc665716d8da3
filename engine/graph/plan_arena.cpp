// See the header.
#include "engine/graph/plan_arena.h"

#include "engine/backend/memory.h"

namespace tl {

std::byte* PlanArena::take(size_t bytes) {
    const size_t there = blocks_.empty() ? 0 : blocks_.back()->bytes();
    if (bytes > there) requireMemory("This network's plan", bytes - there);
    if (blocks_.empty() || !blocks_.back()->grow(bytes)) {
        blocks_.push_back(std::make_unique<GrowingMemory>());
        blocks_.back()->grow(bytes);
    }
    size_t held = 0;
    for (const auto& block : blocks_) held += block->bytes();
    held_.set(held);
    return blocks_.back()->begin();
}

}  // namespace tl
