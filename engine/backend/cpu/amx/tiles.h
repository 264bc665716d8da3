// The matrix unit's registers: eight tiles of 16 rows of 64 bytes. A product adds
// 16 rows of 32 numbers times 32 rows of 16, of which two lie in one, to 16 rows of 16 floats.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace tl::cpu::amx {

// The calling thread's tiles are set up as long as it lives.
class Tiles {
public:
    Tiles() {
        alignas(64) struct {
            uint8_t palette = 1, start = 0, reserved[14] = {};
            uint16_t bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
            uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
        } shapes;
        // GCC 12's intrinsic tells the compiler of the first eight bytes only, and the others were never written.
        asm volatile("" : : "m"(shapes));
        _tile_loadconfig(&shapes);
    }
    ~Tiles() { _tile_release(); }
    Tiles(const Tiles&) = delete;
    Tiles& operator=(const Tiles&) = delete;
};

}  // namespace tl::cpu::amx
