// The places in a training step where somebody may look, or stop: before anything has run, and after each phase. The
// session asks its observers before each step whether they want it, so that a step that nobody wants costs a
// comparison. Called on the training thread; what an observer sees it must leave as it is.
#pragma once

#include <cstdint>

#include "engine/graph/graph.h"
#include "engine/graph/plan.h"

namespace tl {

class StepPlan;

struct StepUnderWay {
    StepPlan& plan;  // its inputs are set
    const StepContext& context;
    const ModelState& state;
    int64_t step = 0;    // the number that it will have in its StepRecord
    int64_t epoch = 0;   // from 0, likewise
    bool due = true;     // the weights are to be moved at its end, and not only gradients gathered
    bool moved = false;  // after Update: whether the weights were moved; not where gradients gather or are not finite
};

class StepObserver {
public:
    virtual ~StepObserver() = default;
    virtual bool wants(int64_t step) = 0;
    virtual void before(const StepUnderWay&) {}
    virtual void after(Phase, const StepUnderWay&) {}  // Forward, Backward and Update
};

}  // namespace tl
