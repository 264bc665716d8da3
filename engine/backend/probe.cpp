// The loop itself is in the vector code; here it is timed on a whole team at once.
#include "engine/backend/probe.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <vector>

#include "engine/backend/cpu/amx/conv.h"
#include "engine/backend/cpu/isa.h"
#include "engine/backend/cpu/support.h"
#include "engine/backend/threads.h"

namespace tl {

namespace {

// loop: rounds of operations in registers; it returns how many a round has.
double fastest(int threads, double seconds, int64_t (*loop)(int64_t rounds)) {
    using Clock = std::chrono::steady_clock;
    constexpr int64_t kRounds = 200000;
    const ThreadScope scope(threads);
    double best = 0;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    do {
        const auto start = Clock::now();
        cpu::forParts(threads, [loop](int) { loop(kRounds); });
        const double taken = std::chrono::duration<double>(Clock::now() - start).count();
        const double flops = static_cast<double>(loop(1)) * kRounds * threads / taken;
        best = flops > best ? flops : best;
    } while (Clock::now() < end);
    return best;
}

}  // namespace

double probeFlops(int threads, double seconds) { return fastest(threads, seconds, cpu::vec().fma); }

double probeBf16Flops(int threads, double seconds) {
    if (cpu::multipliesTiles()) return fastest(threads, seconds, cpu::amx::products);
    return cpu::multipliesBf16() ? fastest(threads, seconds, cpu::vec().fmaPairs) : 0;
}

double probeBandwidth(int threads, double seconds) {
    using Clock = std::chrono::steady_clock;
    constexpr size_t kNumbers = size_t{32} << 20;
    const std::vector<uint64_t> memory(kNumbers, 1);
    const ThreadScope scope(threads);
    const size_t share = kNumbers / static_cast<size_t>(threads);
    std::vector<uint64_t> sums(static_cast<size_t>(threads));
    double best = 0;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    do {
        const auto start = Clock::now();
        cpu::forParts(threads, [&](int part) {
            // Eight sums at once: the additions wait for memory and not for one another.
            std::array<uint64_t, 8> sum{};
            const uint64_t* from = memory.data() + static_cast<size_t>(part) * share;
            for (size_t i = 0; i + 8 <= share; i += 8)
                for (size_t k = 0; k < 8; ++k) sum[k] += from[i + k];
            sums[static_cast<size_t>(part)] += std::accumulate(sum.begin(), sum.end(), uint64_t{0});
        });
        const double taken = std::chrono::duration<double>(Clock::now() - start).count();
        best = std::max(best, static_cast<double>(kNumbers * sizeof(uint64_t)) / taken);
    } while (Clock::now() < end);
    // Used, or the compiler would leave the reading out.
    return sums.front() == 0 ? 0 : best;
}

}  // namespace tl
