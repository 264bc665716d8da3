// Without the instruction: slicing of eight bytes at a time (Kounavis and Berry, 2005).
#include "engine/core/crc32c.h"

#include <array>

#include "engine/core/loaded.h"

namespace tl {
namespace {

using Tables = std::array<std::array<uint32_t, 256>, 8>;

constexpr Tables makeTables() {
    Tables all{};
    for (uint32_t i = 0; i < 256; ++i) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) value = value & 1 ? value >> 1 ^ 0x82F63B78u : value >> 1;
        all[0][i] = value;
    }
    for (size_t t = 1; t < 8; ++t)
        for (size_t i = 0; i < 256; ++i) all[t][i] = all[t - 1][i] >> 8 ^ all[0][all[t - 1][i] & 255];
    return all;
}

uint32_t byTables(const uint8_t* p, size_t left, uint32_t sum) {
    static constexpr Tables t = makeTables();
    for (; left >= 8; p += 8, left -= 8) {
        const uint32_t low = loaded<uint32_t>(p) ^ sum, high = loaded<uint32_t>(p + 4);
        sum = t[7][low & 255] ^ t[6][low >> 8 & 255] ^ t[5][low >> 16 & 255] ^ t[4][low >> 24] ^ t[3][high & 255] ^
              t[2][high >> 8 & 255] ^ t[1][high >> 16 & 255] ^ t[0][high >> 24];
    }
    for (; left > 0; ++p, --left) sum = sum >> 8 ^ t[0][(sum ^ *p) & 255];
    return sum;
}

#ifdef __x86_64__
__attribute__((target("sse4.2"))) uint32_t byInstruction(const uint8_t* p, size_t left, uint32_t start) {
    uint64_t sum = start;
    for (; left >= 8; p += 8, left -= 8) sum = __builtin_ia32_crc32di(sum, loaded<uint64_t>(p));
    auto narrow = static_cast<uint32_t>(sum);
    for (; left > 0; ++p, --left) narrow = __builtin_ia32_crc32qi(narrow, *p);
    return narrow;
}
#endif

using Function = uint32_t (*)(const uint8_t*, size_t, uint32_t);

Function fastest() {
#ifdef __x86_64__
    if (__builtin_cpu_supports("sse4.2")) return byInstruction;
#endif
    return byTables;
}

}  // namespace

uint32_t crc32c(std::span<const uint8_t> bytes) {
    static const Function function = fastest();
    return ~function(bytes.data(), bytes.size(), ~0u);
}

uint32_t maskedCrc32c(std::span<const uint8_t> bytes) {
    const uint32_t sum = crc32c(bytes);
    return (sum >> 15 | sum << 17) + 0xA282EAD8u;
}

}  // namespace tl
