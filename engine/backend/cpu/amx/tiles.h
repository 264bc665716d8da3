// The matrix unit's registers: eight tiles of 16 rows of 64 bytes. A product adds
// 16 rows of 32 numbers times 32 rows of 16, of which two lie in one, to 16 rows of 16 floats.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace tl::cpu::amx {

struct TileShapes {
    uint8_t palette = 1, start = 0, reserved[14] = {};
    uint16_t bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
    uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
// Not on the stack: GCC takes the instruction to read the first eight bytes only, and would leave out the rest.
alignas(64) inline constexpr TileShapes kTileShapes;

// The calling thread's tiles are set up as long as it lives.
class Tiles {
public:
    Tiles() { _tile_loadconfig(&kTileShapes); }
    ~Tiles() { _tile_release(); }
    Tiles(const Tiles&) = delete;
    Tiles& operator=(const Tiles&) = delete;
};

}  // namespace tl::cpu::amx
