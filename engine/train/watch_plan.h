// Makes values again that the training plan does not hold: a plan of its own over the same state, batch, seed and step,
// with everything that writes taken out of it. So it can run at any time before the step's own backward pass and leaves
// no trace but its results. The training thread's.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "engine/graph/plan.h"
#include "engine/train/step_observer.h"

namespace tl {

// A step's graph without what writes and what is made of that; `written` says of each value whether it has gone with
// it.
struct ReadingGraph {
    Graph graph;
    std::vector<bool> written;
};
ReadingGraph readingGraph(const Graph& graph);

class WatchPlan {
public:
    // Throws Error where a value is made of what an update has written, or there is no memory for it.
    WatchPlan(const StepUnderWay& step, const std::set<ValueId>& values);
    void run(const StepUnderWay& step);
    Tensor read(ValueId value) const { return plan_->read(value); }

private:
    Graph graph_;
    ModelState state_;  // shares the training's tensors
    std::unique_ptr<Plan> plan_;
    Phase last_ = Phase::Forward;
};

}  // namespace tl
