// Counter-based random numbers: Philox4x32-10 (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3",
// SC 2011). A draw depends on its key and counter only, never on the order of calls, so any step of a run can
// be made again on any thread.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tl {

// Philox4x32-10: four 32-bit words for a 64-bit key and a 128-bit counter.
std::array<uint32_t, 4> philox(uint64_t key, uint64_t counterLow, uint64_t counterHigh);

// FNV-1a of a name ("dropout_1", "shuffle"), to use as a stream id.
uint64_t streamId(std::string_view name);

// A stream of draws keyed by (seed, stream, step). Cheap to make; not shared between threads.
class Rng {
public:
    Rng(uint64_t seed, uint64_t stream, uint64_t step = 0);
    uint32_t bits();               // 32 uniform bits
    uint64_t below(uint64_t n);    // uniform in [0, n), unbiased; n > 0
    double uniform();              // [0, 1)
    double normal();               // mean 0, deviation 1 (Box-Muller)

private:
    uint64_t key_, high_, low_ = 0;
    std::array<uint32_t, 4> block_{};
    int used_ = 4;
};

} // namespace tl
