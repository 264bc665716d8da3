// One step done op by op, before the training's own plan does it: a plan over a copy of the weights and slots, the same
// batch, seed and step, in which nothing is fused and every value keeps its memory. So one can stand before and after
// any op and read what there is, and nothing of it reaches the run. Values are those of unfused kernels: in the last
// bits they may differ from the run's own. The training thread's.
#pragma once

#include <memory>
#include <vector>

#include "engine/graph/plan.h"
#include "engine/profile/spans.h"
#include "engine/train/step_observer.h"

namespace tl {

// The nodes of a step's graph as they run, phase by phase.
std::vector<const Node*> opsInOrder(const Graph& graph);

class StepReplay {
public:
    // Compiles, and copies the state: as much memory again as the weights and slots take, and every value of the step.
    // Throws Error where there is none.
    explicit StepReplay(const StepUnderWay& step);

    // From the first op on: weights and inputs as they are now, but for `earlier`, which the step has written since.
    void begin(const StepUnderWay& step, const ModelState& earlier);
    // As the step has them, phase by phase. Of its graph, whose value ids they hold.
    const std::vector<const Node*>& ops() const { return ops_; }
    size_t done() const { return done_; }  // how many have run
    void runNext();                        // writes a span of SpanCategory::OpByOp for each of its kernels
    // No update follows: gradients only gather, or one of them is not finite.
    bool over() const;

    bool made(ValueId value) const;
    bool readable(ValueId value) const;  // it holds numbers, which is not so of kernels' workspaces
    Tensor read(ValueId value) const;    // as float32 where it is of 16 bits; of what is made
    int opOf(ValueId value) const;       // which makes it; -1: none does
    const Graph& graph() const { return graph_; }

private:
    Graph graph_;
    ModelState state_;
    std::unique_ptr<Plan> plan_;
    std::vector<const Node*> ops_;  // into graph_
    std::vector<int> opOf_;         // by value
    std::vector<bool> readable_;    // likewise
    std::vector<size_t> ends_;      // by op: behind the last kernel that belongs to it
    std::vector<SpanName> spans_;   // by kernel
    ValueId finite_ = kNoValue;
    StepContext context_;
    bool due_ = true;
    size_t done_ = 0;
};

}  // namespace tl
