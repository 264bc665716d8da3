// How often a watch looks where nobody said how often. Pure arithmetic.
#pragma once

#include <cstdint>

namespace tl {

// Seconds since the watch was added.
struct LookCost {
    double spent = 0;    // by its looks
    double elapsed = 0;  // of training
    double look = 0;     // that one takes
};

// The steps from one look to the next, so long that the looks so far and the next take no more than `share` of the
// training's time, and that a run of `steps` is not looked at more often than anybody reads. 1, 2 or 5 times a power of
// ten, so that intervals read well and do not change with every look.
int64_t lookInterval(const LookCost& cost, double share, double stepSeconds, double steps);

}  // namespace tl
