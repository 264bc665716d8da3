// Two 64-bit sums over bytes, to tell contents apart: eight bytes at a time, mixed by 128-bit products as in wyhash.
// Two different images with equal sums are not to be expected in the lifetime of a disk, so equal sums stand for equal
// contents.
#pragma once

#include <compare>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace tl {

struct Hash128 {
    uint64_t low = 0x9E3779B97F4A7C15, high = 0xD1B54A32D192ED03;
    friend auto operator<=>(const Hash128&, const Hash128&) = default;

    void add(std::span<const uint8_t> bytes) {
        size_t i = 0;
        for (; i + 8 <= bytes.size(); i += 8) {
            uint64_t word;
            std::memcpy(&word, bytes.data() + i, 8);
            add(word);
        }
        uint64_t rest = 0;
        if (i < bytes.size()) std::memcpy(&rest, bytes.data() + i, bytes.size() - i);
        add(rest);
        add(static_cast<uint64_t>(bytes.size()));
    }
    void add(std::string_view text) { add({reinterpret_cast<const uint8_t*>(text.data()), text.size()}); }
    void add(uint64_t word) {
        low = mixed(low ^ word, 0xA0761D6478BD642F);
        high = mixed(high + word, 0xE7037ED1A0B428DB);
    }

private:
    static uint64_t mixed(uint64_t a, uint64_t b) {
        __extension__ using Wide = unsigned __int128;
        const Wide product = static_cast<Wide>(a ^ b) * (b | 1);
        return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64) ^ (a << 23 | a >> 41);
    }
};

}  // namespace tl
