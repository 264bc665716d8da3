// The clock's rate is measured, not asked for: two readings of both clocks, as far apart as the program is old.
#include "engine/profile/ticks.h"

#include <chrono>
#include <cmath>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace tl {
namespace {

bool evenCounter() {
#if defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8) != 0;
#else
    return false;
#endif
}

int64_t wallNow() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

}  // namespace

std::atomic<detail::Clock> detail::clock{evenCounter() ? Clock::Counter : Clock::Steady};

uint64_t detail::steadyNanoseconds() {
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
            .count());
}

namespace {

// Where all three clocks stood when the program began.
struct Anchor {
    uint64_t tick = ticks(), steady = detail::steadyNanoseconds();
    int64_t wall = wallNow();
};
const Anchor anchor;

}  // namespace

void stopTicks(bool stop) {
    detail::clock = stop ? detail::Clock::Stopped : evenCounter() ? detail::Clock::Counter : detail::Clock::Steady;
}

int64_t wallNanoseconds(uint64_t tick) {
    const auto since = [&](uint64_t a, uint64_t b) { return static_cast<double>(static_cast<int64_t>(a - b)); };
    double rate = 1;
    if (detail::clock.load() == detail::Clock::Counter) {
        // The longer the program has run, the better is the counter's rate known.
        uint64_t steady = detail::steadyNanoseconds(), now = ticks();
        while (steady - anchor.steady < 2'000'000) steady = detail::steadyNanoseconds(), now = ticks();
        rate = since(steady, anchor.steady) / since(now, anchor.tick);
    }
    return anchor.wall + std::llround(since(tick, anchor.tick) * rate);
}

}  // namespace tl
