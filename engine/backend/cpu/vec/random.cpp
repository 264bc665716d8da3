// Dropout with the mask, and noise, of engine/core/rng.h: philox4x32-10 for 16 counters side by side, four elements
// each.
#include "engine/backend/cpu/vec/functions.h"
#include "engine/backend/cpu/vec/math.h"

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

// The sine (quarter 0) or cosine (quarter 1) of 2 pi v, v in [0, 1): the quarter turn is taken off exactly.
inline float turned(float v, int32_t quarter) {
    const int32_t nearest = static_cast<int32_t>(4 * v + 0.5f);
    const float r = (v - 0.25f * static_cast<float>(nearest)) * 6.283185307179586f, z = r * r;
    const float sine = ((-1.9515295891e-4f * z + 8.3321608736e-3f) * z - 1.6666654611e-1f) * z * r + r;
    const float cosine =
        ((2.443315711809948e-5f * z - 1.388731625493765e-3f) * z + 4.166664568298827e-2f) * z * z - 0.5f * z + 1.0f;
    const int32_t turn = nearest + quarter;
    const float value = turn & 1 ? cosine : sine;
    return turn & 2 ? -value : value;
}

}  // namespace

void noise(int64_t begin, int64_t n, const float* x, float* y, uint64_t key, uint64_t step, float deviation) {
    uint32_t words[4][kCounters];
    float ordered[4 * kCounters];
    int64_t done = 0;
    while (done < n) {
        const int64_t element = begin + done;
        const int64_t skip = element % 4;
        blocks(key, static_cast<uint64_t>(element / 4), step, words);
        for (int pair = 0; pair < 2; ++pair) {
#pragma omp simd
            for (int i = 0; i < kCounters; ++i) {
                const float u = (static_cast<float>(words[2 * pair][i] >> 9) + 0.5f) * (1 / 8388608.0f);
                const float v = static_cast<float>(words[2 * pair + 1][i] >> 8) * (1 / 16777216.0f);
                const float radius = deviation * __builtin_sqrtf(-2.0f * vlog(u));
                ordered[4 * i + 2 * pair] = radius * turned(v, 1);
                ordered[4 * i + 2 * pair + 1] = radius * turned(v, 0);
            }
        }
        const int64_t length = n - done < 4 * kCounters - skip ? n - done : 4 * kCounters - skip;
        const float* from = x + done;
        float* to = y + done;
#pragma omp simd
        for (int64_t i = 0; i < length; ++i) to[i] = from[i] + ordered[skip + i];
        done += length;
    }
}

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
