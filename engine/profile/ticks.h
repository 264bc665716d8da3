// The clock of all spans: the processor's time stamp counter where it runs evenly through all states (some 10 ns a
// reading), else the steady clock. One clock for all threads.
#pragma once

#include <atomic>
#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace tl {

namespace detail {
enum class Clock : uint8_t { Steady, Counter, Stopped };
extern std::atomic<Clock> clock;
uint64_t steadyNanoseconds();
}  // namespace detail

inline uint64_t ticks() {
    const detail::Clock clock = detail::clock.load(std::memory_order_relaxed);
#if defined(__x86_64__)
    if (clock == detail::Clock::Counter) return __rdtsc();
#endif
    return clock == detail::Clock::Stopped ? 0 : detail::steadyNanoseconds();
}

// A clock that stands reads 0, and what begins or ends at 0 is not written: for who measures what spans cost.
void stopTicks(bool stop);

// Ticks as nanoseconds of the wall's clock, since 1970. Measured against the system's clocks since the program began,
// so readings of the same tick minutes apart differ by some millionths of the time since then.
int64_t wallNanoseconds(uint64_t ticks);

}  // namespace tl
