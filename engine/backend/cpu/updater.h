// How an update op moves a parameter, for the kernels that do it: those of the ops themselves, and the product whose
// result is the gradient.
#pragma once

#include <functional>
#include <string>

#include "engine/backend/cpu/vec/table.h"
#include "engine/backend/kernel.h"

namespace tl::cpu {

struct Updater {
    Rule rule;
    int slotCount;    // of the parameter's shape
    bool freezesOut;  // where StepContext::stands, the kernel leaves all as it is: keep()
    // Of one step; `count` is the number of steps, this one included, or null where the op has none.
    std::function<UpdateNumbers(const StepContext& context, const float* count)> numbers;
};

// Of an op whose name ends in Update and whose rule is one of vec's.
Updater updaterOf(const std::string& op, const Attributes& attributes);

// The same buffers from element `by` on. A gradient that is null stays so.
UpdateBuffers moved(UpdateBuffers buffers, int64_t by, int slotCount);
// `count` elements come out as they went in.
void keep(const UpdateBuffers& buffers, int64_t count, int slotCount);

}  // namespace tl::cpu
