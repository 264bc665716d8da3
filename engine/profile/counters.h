// Counters of the whole process: what it and its plans take. A run writes them at the ends of its steps, and who looks
// while nothing trains writes them too.
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

// Of all plans that live.
size_t planBytesHeld();

// What the process holds in memory now, all told.
double residentBytes();

// Writes them as counters of the calling thread; from all threads together at most fifty times a second.
void recordProcessCounters();

}  // namespace tl
