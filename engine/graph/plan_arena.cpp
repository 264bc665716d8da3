// See the header.
#include "engine/graph/plan_arena.h"

#include "engine/backend/memory.h"

namespace tl {

std::shared_ptr<PlanArena::Block> PlanArena::take(size_t bytes) {
    if (!block_ || block_->memory.bytes() < bytes) {
        requireMemory("This network's plan", bytes);
        const auto larger = std::make_shared<Block>();
        larger->memory = Tensor(Shape{static_cast<int64_t>(bytes)}, DType::UInt8);
        larger->held.set(bytes);
        block_ = larger;
    }
    return block_;
}

}  // namespace tl
