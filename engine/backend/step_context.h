// What changes from step to step without a new plan. By itself, because kernels of every device read it.
#pragma once

#include <cstdint>

namespace tl {

struct StepContext {
    uint64_t seed = 0;
    uint64_t step = 0;  // counts training steps from 0; keys every random draw
    float learningRate = 0;
    friend bool operator==(const StepContext&, const StepContext&) = default;
};

}  // namespace tl
