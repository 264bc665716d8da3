// Trades time for memory: forward values that the backward pass reads are made again there instead of being kept. Ops
// are deterministic, dropout's mask included, so results stay the same bit for bit.
#pragma once

#include <cstddef>
#include <functional>
#include <set>

#include "engine/graph/graph.h"

namespace tl {

// The bytes that a graph takes at most when it runs.
using PeakOf = std::function<size_t(const Graph&)>;

// Rewrites the graph, with as little work added as the choices below know, so that peakOf(graph) is at most `limit`:
// first what is cheap to make again (activations, norms, pooling, casts) from values that are kept anyway; then whole
// stretches of the forward pass from their beginnings (Chen et al., "Training Deep Nets with Sublinear Memory Cost",
// 2016). A value in `kept` stays. Throws Error naming what the network needs where no choice is small enough.
void recomputeWithin(Graph& graph, const std::set<ValueId>& kept, size_t limit, const PeakOf& peakOf);

}  // namespace tl
