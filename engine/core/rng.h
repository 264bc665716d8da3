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

// Dropout's mask, defined here once so that every kernel and the reference agree bit for bit. Element i (row-major
// index in the whole tensor) takes word i % 4 of philox(dropoutKey(seed, stream), i / 4, step) and is kept where that
// word is at least dropoutThreshold(rate). Kept values are multiplied by float(1 / (1 - rate)), others are 0.
inline uint64_t dropoutKey(uint64_t seed, uint64_t stream) {
    const auto mixed = philox(seed, stream, 0);
    return (uint64_t{mixed[1]} << 32) | mixed[0];
}
// rate in [0, 1).
inline uint32_t dropoutThreshold(double rate) { return static_cast<uint32_t>(rate * 4294967296.0); }
inline bool dropoutKeeps(uint64_t seed, uint64_t stream, uint64_t step, uint64_t element, double rate) {
    return philox(dropoutKey(seed, stream), element / 4, step)[element % 4] >= dropoutThreshold(rate);
}

// Normal noise, defined here once likewise: elements i and i + 1 (i even) are the pair that Box and Muller make of two
// words of philox(dropoutKey(seed, stream), i / 4, step). 23 and 24 bits of them, so that float32 holds them exactly.
double noiseAt(uint64_t seed, uint64_t stream, uint64_t step, uint64_t element);

// A stream of draws keyed by (seed, stream, step). Cheap to make; not shared between threads.
class Rng {
public:
    Rng(uint64_t seed, uint64_t stream, uint64_t step = 0);
    uint32_t bits();             // 32 uniform bits
    uint64_t below(uint64_t n);  // uniform in [0, n), unbiased; n > 0
    double uniform();            // [0, 1)
    double normal();             // mean 0, deviation 1 (Box-Muller)

private:
    uint64_t key_, high_, low_ = 0;
    std::array<uint32_t, 4> block_{};
    int used_ = 4;
};

}  // namespace tl
