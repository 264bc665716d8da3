// Dropout with the mask of engine/core/rng.h: philox4x32-10 for 16 counters side by side, four elements each.
#include "engine/backend/cpu/vec/functions.h"

namespace tl::cpu::TL_ISA {
namespace {

constexpr int kCounters = 16;

// words[w][i]: word w of the block of counter first + i.
inline void blocks(uint64_t key, uint64_t first, uint64_t step, uint32_t (&words)[4][kCounters]) {
    uint32_t k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
    for (int i = 0; i < kCounters; ++i) {
        const uint64_t counter = first + static_cast<uint64_t>(i);
        words[0][i] = static_cast<uint32_t>(counter);
        words[1][i] = static_cast<uint32_t>(counter >> 32);
        words[2][i] = static_cast<uint32_t>(step);
        words[3][i] = static_cast<uint32_t>(step >> 32);
    }
    for (int round = 0; round < 10; ++round) {
#pragma omp simd
        for (int i = 0; i < kCounters; ++i) {
            const uint64_t p0 = uint64_t{0xD2511F53u} * words[0][i], p1 = uint64_t{0xCD9E8D57u} * words[2][i];
            const uint32_t c1 = words[1][i], c3 = words[3][i];
            words[0][i] = static_cast<uint32_t>(p1 >> 32) ^ c1 ^ k0;
            words[1][i] = static_cast<uint32_t>(p1);
            words[2][i] = static_cast<uint32_t>(p0 >> 32) ^ c3 ^ k1;
            words[3][i] = static_cast<uint32_t>(p0);
        }
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
}

}  // namespace

void dropout(int64_t begin, int64_t n, const float* x, float* y, uint64_t key, uint64_t step, uint32_t threshold,
             float scale) {
    uint32_t words[4][kCounters], ordered[4 * kCounters];
    int64_t done = 0;
    while (done < n) {
        const int64_t element = begin + done;
        const int64_t skip = element % 4;
        blocks(key, static_cast<uint64_t>(element / 4), step, words);
        for (int i = 0; i < kCounters; ++i) {
            for (int w = 0; w < 4; ++w) ordered[i * 4 + w] = words[w][i];
        }
        const int64_t length = n - done < 4 * kCounters - skip ? n - done : 4 * kCounters - skip;
        const float* from = x + done;
        float* to = y + done;
#pragma omp simd
        for (int64_t i = 0; i < length; ++i) to[i] = ordered[skip + i] >= threshold ? from[i] * scale : 0.0f;
        done += length;
    }
}

}  // namespace tl::cpu::TL_ISA
