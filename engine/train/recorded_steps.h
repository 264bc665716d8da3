// Of which steps the scalars are kept, on disk and in the window: a small network does tens of thousands a second, and
// hours of that would fill both. Each of the first two million, then as many as make a million more whenever the steps
// double. By the step alone, so that two runs of the same work keep the same ones, however often either was gone on
// with.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/train/events.h"

namespace tl {

inline constexpr int64_t kStepsADoubling = 1'000'000;

inline bool isRecorded(int64_t step) {
    const auto doubled = static_cast<uint64_t>(std::max<int64_t>(1, step / kStepsADoubling));
    return step % static_cast<int64_t>(std::bit_floor(doubled)) == 0;
}

// A loss that is no number ends the run: curves and files end in it.
inline bool isRecorded(const StepRecord& record) { return isRecorded(record.step) || !std::isfinite(record.loss); }

}  // namespace tl
