// What the schedules share. Every span is a share of the run, so that a schedule fits runs of any length and is laid
// over the new length where a run is prolonged.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/property_builders.h"
#include "engine/train/optimizer.h"

namespace tl::schedules {

// A share of the run, between 1e-6 (a schedule's span is never 0) or 0 and 1.
inline Property share(const std::string& key, double value, const std::string& help, bool mayBeNone = false) {
    return floatProperty(key, value, mayBeNone ? 0 : 1e-6, 1, help);
}

// How many whole spans have passed; a step that rounding puts just before the end of one counts as its end.
inline double wholeSpans(double step, double span) { return std::floor(step / span + 1e-9); }

// From 1 down to `last` along half a cosine, at `part` of the way.
inline double cosineTo(double last, double part) {
    return last + (1 - last) / 2 * (1 + std::cos(std::numbers::pi * part));
}

}  // namespace tl::schedules
