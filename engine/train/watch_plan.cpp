// The step's graph without its updates and without what depends on them.
#include "engine/train/watch_plan.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/graph/passes/pass.h"
#include "engine/ops/op.h"
#include "engine/train/step_plan.h"

namespace tl {

ReadingGraph readingGraph(const Graph& graph) {
    ReadingGraph reading{graph, std::vector<bool>(graph.values.size(), false)};
    std::vector<bool>& written = reading.written;
    std::vector<bool> removed(graph.nodes.size(), false);
    for (const Phase phase : kPhases)
        for (size_t i = 0; i < graph.nodes.size(); ++i) {
            const Node& node = graph.nodes[i];
            if (node.phase != phase) continue;
            // What devices sum is made in the step itself, by all of them.
            bool writes = !findOp(node.op).updates.empty() || node.op == "AllReduceStart";
            for (const ValueId input : node.inputs) writes |= written[static_cast<size_t>(input)];
            if (!writes) continue;
            removed[i] = true;
            for (const ValueId output : node.outputs) written[static_cast<size_t>(output)] = true;
        }
    removeNodes(reading.graph, removed);
    return reading;
}

WatchPlan::WatchPlan(const StepUnderWay& step, const std::set<ValueId>& values) : state_(step.state) {
    auto [graph, written] = readingGraph(step.plan.graph());
    graph_ = std::move(graph);
    for (const ValueId id : values) {
        if (written[static_cast<size_t>(id)])
            throw Error(step.plan.replicas()
                            ? Message("\"{name}\" is made by several devices together, and cannot be made again.",
                                      graph_.value(id).name)
                            : Message("\"{name}\" is made of what an update has written, and cannot be made again.",
                                      graph_.value(id).name));
        if (const int producer = graph_.value(id).producer; producer >= 0)
            last_ = std::max(last_, graph_.nodes[static_cast<size_t>(producer)].phase);
    }
    CompileOptions options = step.plan.compiled();
    options.outputs.assign(values.begin(), values.end());
    plan_ = std::make_unique<Plan>(graph_, state_, options);
}

void WatchPlan::run(const StepUnderWay& step) {
    step.plan.giveInputs(*plan_);
    for (const Phase phase : kPhases)
        if (phase <= last_) plan_->run(phase, step.context);
}

}  // namespace tl
