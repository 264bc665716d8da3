// Records what is done to the arrays that it watches, and differentiates it. A tape is a Graph that grows by a node
// with each op, so that gradients come from the same rules and kernels as a compiled plan's.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/backend/step_context.h"
#include "engine/core/attributes.h"
#include "engine/eager/array.h"

namespace tl::eager {

// Records on the thread that made it, from its making to its end. Tapes nest: an outer one also records the gradients
// that an inner one computes. Use one thread.
class GradientTape {
public:
    GradientTape();
    ~GradientTape();
    GradientTape(const GradientTape&) = delete;
    GradientTape& operator=(const GradientTape&) = delete;

    // From now on ops on the array, and on what they make of it, are recorded.
    void watch(const Array& array);
    // d target / d source for each source; of a target with several elements, of their sum. May be asked more than
    // once. Throws Error where a source was not watched or does not reach the target.
    std::vector<Array> gradient(const Array& target, const std::vector<Array>& sources);

    static void recordOnAll(const std::string& op, const std::vector<Array>& inputs, const Attributes& attributes,
                            const StepContext& context, const std::vector<Array>& outputs);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tl::eager
