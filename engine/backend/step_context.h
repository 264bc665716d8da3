// What changes from step to step without a new plan. By itself, because kernels of every device read it.
#pragma once

#include <cstdint>

namespace tl {

struct StepContext {
    uint64_t seed = 0;
    uint64_t step = 0;  // counts training steps from 0; keys every random draw
    float learningRate = 0;
    float freezeOutRate = -1;  // of updates with the attribute freeze_out; below 0: as all others
    float rate(bool freezesOut) const { return freezesOut && freezeOutRate >= 0 ? freezeOutRate : learningRate; }
    // A rate of 0 alone would not do: momentum goes on.
    bool stands(bool freezesOut) const { return freezesOut && rate(true) == 0; }
    friend bool operator==(const StepContext&, const StepContext&) = default;
};

// Which items of the epoch's order make the step's batch, where batches are put together on the device.
struct BatchPlace {
    uint64_t epoch = 0;
    uint32_t first = 0, unused = 0;
};

// What a device finds out about a step where nobody waits for the host to: whether kernels may write to the model's
// state. In the device's memory.
struct StepGate {
    uint32_t closed = 0;   // this step's loss or gradients are not finite: weights stay as they are
    uint32_t stopped = 0;  // so was a step's before it, and no later one moves anything: the run ends
};

}  // namespace tl
