// Evaluates a graph in float64 with each op's reference, one node after the other. Slow and plain: `tensorloom verify`
// and the tests hold compiled plans against it.
#pragma once

#include <map>
#include <string>

#include "engine/backend/kernel.h"
#include "engine/graph/graph.h"
#include "engine/ops/op.h"

namespace tl {

// Inputs, parameters and states by name.
using ReferenceFeeds = std::map<std::string, ReferenceTensor>;

// The content of every value by ValueId, after all phases. A parameter or state that a node updates shows its new
// content under its old id too, as it would in a plan. Throws Error where a feed is missing or has another shape.
std::vector<ReferenceTensor> evaluateReference(const Graph& graph, const ReferenceFeeds& feeds,
                                               const StepContext& context = {});

} // namespace tl
