// How long the ops of a plan take in a run, from the spans that its training thread writes anyway: of one that is under
// way, or of one that was recorded.
#pragma once

#include <stop_token>

#include "engine/graph/plan.h"
#include "engine/graph/view/graph_view.h"
#include "engine/profile/spans.h"
#include "engine/profile/trace.h"

namespace tl {

struct SpanTimes {
    std::vector<double> seconds;  // of a step, by GraphView::nodes, or kernels; -1 = nothing seen of it
    double total = 0;             // of the nodes together
    int steps = 0;                // whole training steps that were seen
};

// Of a compiled view. Only what lies within training steps counts: validation runs kernels of the same names. Ops that
// spans do not tell apart (same op, layer, kernel and phase) share their time evenly.
SpanTimes spanTimes(const GraphView& view, const std::vector<ThreadSpans>& threads);
// The same of a timeline: a recording, or what was read from a file. Nothing where it was told to stop.
SpanTimes spanTimes(const GraphView& view, const Trace& trace, const std::stop_token& stop = {});
// The same of a plan's kernels, in their order (PlanCost::steps).
SpanTimes spanTimes(const PlanCost& cost, const Trace& trace, const std::stop_token& stop = {});

}  // namespace tl
