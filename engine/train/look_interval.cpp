// See the header.
#include "engine/train/look_interval.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tl {
namespace {

constexpr double kApart = 0.2;        // seconds between two looks
constexpr double kLooksOfARun = 250;  // in a whole run

int64_t rounded(double steps) {
    const double base = std::pow(10, std::floor(std::log10(std::max(steps, 1.0))));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * base >= steps) return static_cast<int64_t>(factor * base);
    return static_cast<int64_t>(10 * base);
}

}  // namespace

int64_t lookInterval(const LookCost& cost, double share, double stepSeconds, double steps) {
    const double step = std::max(stepSeconds, 1e-7);
    const double paid =
        share > 0 ? (cost.spent + cost.look) / share - cost.elapsed : std::numeric_limits<double>::infinity();
    return rounded(std::min(std::max({paid, kApart, step * steps / kLooksOfARun}) / step, 1e15));
}

}  // namespace tl
