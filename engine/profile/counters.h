// Counters that nobody counts along the way, but somebody who watches asks for: what this process and its plans take.
#pragma once

#include <cstddef>

namespace tl {

// The bytes of one plan, told while it lives.
class PlanMemoryHeld {
public:
    PlanMemoryHeld() = default;
    ~PlanMemoryHeld() { set(0); }
    PlanMemoryHeld(const PlanMemoryHeld&) = delete;
    PlanMemoryHeld& operator=(const PlanMemoryHeld&) = delete;
    void set(size_t bytes);

private:
    size_t bytes_ = 0;
};

// Writes them as counters of the calling thread, at most fifty times a second.
void recordProcessCounters();

}  // namespace tl
