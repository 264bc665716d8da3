// Greedy placement by size. Quadratic in the number of blocks, which are hundreds.
#include "engine/graph/memory_plan.h"

#include <algorithm>
#include <numeric>

namespace tl {
namespace {

size_t padded(size_t bytes) { return (bytes + 63) / 64 * 64; }

}  // namespace

MemoryPlan planMemory(const std::vector<MemoryBlock>& blocks, bool share) {
    MemoryPlan plan;
    plan.offsets.resize(blocks.size());
    std::vector<size_t> order(blocks.size()), placed;
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return blocks[a].bytes > blocks[b].bytes; });
    for (size_t index : order) {
        const MemoryBlock& block = blocks[index];
        size_t offset = 0;
        // `placed` is sorted by offset: walk up past every neighbour in time until the gap is wide enough.
        for (size_t other : placed) {
            const MemoryBlock& neighbour = blocks[other];
            const bool together = block.first <= neighbour.last && neighbour.first <= block.last;
            if (share && !together) continue;
            if (offset + padded(block.bytes) <= plan.offsets[other]) break;
            offset = std::max(offset, plan.offsets[other] + padded(neighbour.bytes));
        }
        plan.offsets[index] = offset;
        plan.bytes = std::max(plan.bytes, offset + padded(block.bytes));
        const auto place = std::upper_bound(placed.begin(), placed.end(), offset,
                                            [&](size_t at, size_t other) { return at < plan.offsets[other]; });
        placed.insert(place, index);
    }
    return plan;
}

}  // namespace tl
