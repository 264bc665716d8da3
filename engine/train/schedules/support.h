// What the schedules share. A span is a share of the run unless steps or epochs are named: a share fits runs of any
// length, and is laid over the new length where a run is prolonged.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "engine/core/property_builders.h"
#include "engine/train/optimizer.h"

namespace tl::schedules {

// The three properties of a span. Of those that are above 0, the first in this order counts: steps, epochs, share.
struct Span {
    const char *share, *steps, *epochs;

    // The properties' rows; `help` says what the span is.
    std::vector<Property> rows(double value, const Message& help, bool mayBeNone = false) const {
        const std::string byShare = share, bySteps = steps, byEpochs = epochs;
        return {
            floatProperty(share, value, mayBeNone ? 0 : 1e-6, 1,
                          Message("{help} Not used where {steps} or {epochs} is above 0.", help, bySteps, byEpochs)),
            advanced(intProperty(steps, 0, 0, 1e9, Message("The same in steps; 0: by {epochs}.", byEpochs))),
            advanced(floatProperty(epochs, 0, 0, 1e6, Message("The same in epochs; 0: by {share}.", byShare)))};
    }
    // Its length in steps; a share is one of `all`.
    double of(const PropertyReader& properties, const RunLength& run, double all) const {
        if (const int64_t count = properties.integer(steps); count > 0) return static_cast<double>(count);
        if (const double count = properties.number(epochs); count > 0) return count * run.stepsPerEpoch;
        return properties.number(share) * all;
    }
    double of(const PropertyReader& properties, const RunLength& run) const {
        return of(properties, run, static_cast<double>(run.steps));
    }
};
inline constexpr Span kDecay{"pct_decay", "decay_steps", "decay_epochs"};

inline std::vector<Property> joined(std::initializer_list<std::vector<Property>> parts) {
    std::vector<Property> all;
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

// How many whole spans have passed; a step that rounding puts just before the end of one counts as its end.
inline double wholeSpans(double step, double span) { return std::floor(step / span + 1e-9); }

// From 1 down to `last` along half a cosine, at `part` of the way.
inline double cosineTo(double last, double part) {
    return last + (1 - last) / 2 * (1 + std::cos(std::numbers::pi * part));
}

}  // namespace tl::schedules
