// The loop itself is in the vector code; here it is timed on a whole team at once.
#include "engine/backend/probe.h"

#include <chrono>

#include "engine/backend/cpu/support.h"
#include "engine/backend/threads.h"

namespace tl {

double probeFlops(int threads, double seconds) {
    using Clock = std::chrono::steady_clock;
    constexpr int64_t kRounds = 200000;
    const ThreadScope scope(threads);
    double best = 0;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    do {
        const auto start = Clock::now();
        cpu::forParts(threads, [](int) { cpu::vec().fma(kRounds); });
        const double taken = std::chrono::duration<double>(Clock::now() - start).count();
        const double flops = static_cast<double>(cpu::vec().fma(1)) * kRounds * threads / taken;
        best = flops > best ? flops : best;
    } while (Clock::now() < end);
    return best;
}

}  // namespace tl
