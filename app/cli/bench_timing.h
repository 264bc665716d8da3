// What every bench needs of a clock and of its turns.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace tl::cli {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// 0 of none.
inline double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

}  // namespace tl::cli
