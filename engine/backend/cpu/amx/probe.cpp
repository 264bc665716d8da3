// Four independent sums of the same two tiles, as the kernels have them at most.
#include "engine/backend/cpu/amx/conv.h"
#include "engine/backend/cpu/amx/tiles.h"

namespace tl::cpu::amx {

int64_t products(int64_t rounds) {
    const Tiles tiles;
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    _tile_zero(4);
    _tile_zero(5);
    for (int64_t r = 0; r < rounds; ++r) {
        _tile_dpbf16ps(0, 4, 5);
        _tile_dpbf16ps(1, 4, 5);
        _tile_dpbf16ps(2, 4, 5);
        _tile_dpbf16ps(3, 4, 5);
    }
    return int64_t{4} * 2 * 16 * 16 * 32;
}

}  // namespace tl::cpu::amx
