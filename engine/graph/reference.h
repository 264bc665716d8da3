// Evaluates a graph in float64 with each op's reference, one node after the other. Slow and plain: `tensorloom verify`
// and the tests hold compiled plans against it.
#pragma once

#include <map>
#include <string>

#include "engine/backend/kernel.h"
#include "engine/graph/graph.h"
#include "engine/graph/plan.h"
#include "engine/ops/op.h"

namespace tl {

// Inputs, parameters and states by name.
using ReferenceFeeds = std::map<std::string, ReferenceTensor>;

// The content of every value by ValueId, after all phases. A parameter or state that a node updates shows its new
// content under its old id too, as it would in a plan. Throws Error where a feed is missing or has another shape.
std::vector<ReferenceTensor> evaluateReference(const Graph& graph, const ReferenceFeeds& feeds,
                                               const StepContext& context = {});

// The same feeds through a compiled plan, all phases once: the content of each of options.outputs, in order. Floats are
// rounded to float32 on their way in.
std::vector<ReferenceTensor> evaluatePlan(const Graph& graph, const ReferenceFeeds& feeds,
                                          const CompileOptions& options, const StepContext& context = {});

// Values between tensors and their float64 copies.
ReferenceTensor toReference(const Tensor& tensor);
Tensor toTensor(const ReferenceTensor& reference, DType type);

// ||found - expected|| / ||expected||, or ||found|| where expected is zero; infinity where sizes differ or a value is
// not a number.
double relativeDifference(const std::vector<double>& found, const std::vector<double>& expected);

}  // namespace tl
