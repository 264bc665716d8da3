// Kernels of a schedule that stand one behind the other and whose work falls into the same blocks of samples: each
// thread takes its blocks through all of them, one after the other, so that what one kernel hands to the next stays in
// the core's cache, and threads meet at the end only. docs/decisions/0050 has the measurements.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

namespace tl {

struct Schedule;

struct ScheduledChain {
    int first = 0, last = 0;  // steps, both included
    int blocks = 0;           // that all kernels' work is cut into
    int parts = 1;            // that share them
    // Of values that no other step reads: where a block's piece lies in the part's own memory, one block after the
    // other in the same place. By buffer; the others' pieces lie in the arena as ever.
    std::map<int, size_t> near;
    size_t nearBytes = 0;  // of one part
};

// Chains of a schedule whose buffers' lives are known; they become what they are where the blocks of a chain run mixed.
std::vector<ScheduledChain> formChains(Schedule& schedule, int threads);

}  // namespace tl
