// The clock of all spans: the processor's time stamp counter where it runs evenly through all states (some 10 ns a
// reading), else the steady clock. One clock for all threads.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace tl {

namespace detail {
extern const bool kEvenCounter;
uint64_t steadyNanoseconds();
}  // namespace detail

inline uint64_t ticks() {
#if defined(__x86_64__)
    if (detail::kEvenCounter) return __rdtsc();
#endif
    return detail::steadyNanoseconds();
}

// Ticks as nanoseconds of the wall's clock, since 1970. Measured against the system's clocks since the program began,
// so readings of the same tick minutes apart differ by some millionths of the time since then.
int64_t wallNanoseconds(uint64_t ticks);

}  // namespace tl
