// What a plan runs, before it has memory: the graph after all passes and its schedule. Plans are made of one, and views
// and costs look at one without a plan.
#pragma once

#include <functional>

#include "engine/graph/passes/pass.h"
#include "engine/graph/schedule.h"

namespace tl {

struct CompiledGraph {
    Graph graph;  // after the passes; values keep their ids
    Schedule schedule;
    std::set<ValueId> kept;
    const KernelTable* kernels = nullptr;
    int threads = 1;
};

// Told after each pass what it was given and what it made of it.
using PassObserver = std::function<void(const Pass& pass, const Graph& before, const Graph& after)>;

// Nothing is allocated and nothing runs. Throws Error where the device lacks a kernel, where an output or tap is no
// value of the graph, and where the memory limit cannot be kept. Without an observer no graph is copied.
CompiledGraph compileGraph(Graph graph, const CompileOptions& options, const PassObserver& observer = {});

}  // namespace tl
