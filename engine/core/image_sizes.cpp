// See the header.
#include "engine/core/image_sizes.h"

namespace tl {
namespace {

int medianOf(const std::map<int, int64_t>& counts, int64_t all) {
    int64_t below = 0;
    for (const auto& [value, count] : counts)
        if ((below += count) * 2 >= all) return value;
    return 0;
}

}  // namespace

std::pair<int, int> usualSize(const std::map<std::pair<int, int>, int64_t>& counts) {
    std::map<int, int64_t> heights, widths;
    std::pair<int, int> most;
    int64_t all = 0, many = 0;
    for (const auto& [size, count] : counts) {
        if (count > many) most = size, many = count;
        heights[size.first] += count;
        widths[size.second] += count;
        all += count;
    }
    constexpr int64_t kCommon = 10;  // a tenth of all
    if (many * kCommon >= all) return most;
    return {medianOf(heights, all), medianOf(widths, all)};
}

}  // namespace tl
