// See the header.
#include "engine/train/measured.h"

#include <algorithm>
#include <vector>

namespace tl {

// A unit that was once seen alive is not looked at again, so of most values only the beginning is read.
Measured measured(const Tensor& float32) {
    const auto values = float32.as<float>();
    Measured result{statisticsOf(values), 0};
    const Shape& shape = float32.shape();
    const size_t rank = shape.dims().size();
    if (rank < 2 || values.empty()) return result;
    const size_t axis = rank >= 4 ? 1 : rank - 1;
    const auto units = static_cast<size_t>(shape[axis]);
    size_t inner = 1;
    for (size_t i = axis + 1; i < rank; ++i) inner *= static_cast<size_t>(shape[i]);
    std::vector<char> alive(units, 0);
    size_t dead = units;
    for (size_t at = 0, unit = 0; at < values.size() && dead > 0; at += inner, unit = (unit + 1) % units) {
        if (alive[unit]) continue;
        alive[unit] = std::ranges::any_of(values.subspan(at, inner), [](float value) { return value != 0; });
        dead -= static_cast<size_t>(alive[unit]);
    }
    result.dead = static_cast<double>(dead) / static_cast<double>(units);
    return result;
}

}  // namespace tl
