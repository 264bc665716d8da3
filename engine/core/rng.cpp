// Philox4x32-10 and the distributions drawn from it.
#include "engine/core/rng.h"

#include <cmath>
#include <numbers>

namespace tl {

std::array<uint32_t, 4> philox(uint64_t key, uint64_t counterLow, uint64_t counterHigh) {
    uint32_t k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
    std::array<uint32_t, 4> c{static_cast<uint32_t>(counterLow), static_cast<uint32_t>(counterLow >> 32),
                              static_cast<uint32_t>(counterHigh), static_cast<uint32_t>(counterHigh >> 32)};
    for (int round = 0; round < 10; ++round) {
        const uint64_t p0 = uint64_t{0xD2511F53u} * c[0], p1 = uint64_t{0xCD9E8D57u} * c[2];
        c = {static_cast<uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(p1),
             static_cast<uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(p0)};
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return c;
}

uint64_t streamId(std::string_view name) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (unsigned char c : name) hash = (hash ^ c) * 0x100000001b3u;
    return hash;
}

double noiseAt(uint64_t seed, uint64_t stream, uint64_t step, uint64_t element) {
    const auto words = philox(dropoutKey(seed, stream), element / 4, step);
    const size_t pair = element % 4 / 2 * 2;
    const double u = (static_cast<double>(words[pair] >> 9) + 0.5) / 8388608.0;
    const double angle = 2 * std::numbers::pi * static_cast<double>(words[pair + 1] >> 8) / 16777216.0;
    return std::sqrt(-2 * std::log(u)) * (element % 2 ? std::sin(angle) : std::cos(angle));
}

Rng::Rng(uint64_t seed, uint64_t stream, uint64_t step) {
    // Mix the stream into the key so that streams stay apart even for small seeds.
    const auto mixed = philox(seed, stream, 0);
    key_ = (uint64_t{mixed[1]} << 32) | mixed[0];
    high_ = step;
}

uint32_t Rng::bits() {
    if (used_ == 4) {
        block_ = philox(key_, low_++, high_);
        used_ = 0;
    }
    return block_[static_cast<size_t>(used_++)];
}

uint64_t Rng::below(uint64_t n) {
    const uint64_t limit = UINT64_MAX - UINT64_MAX % n;
    for (;;) {
        const uint64_t low = bits(), high = bits();
        const uint64_t draw = (high << 32) | low;
        if (draw < limit) return draw % n;
    }
}

double Rng::uniform() {
    const uint64_t low = bits() >> 6, high = bits() >> 5;
    return static_cast<double>((high << 26) | low) / 9007199254740992.0;
}

double Rng::normal() {
    const double u = 1.0 - uniform(), v = uniform();
    return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
}

}  // namespace tl
