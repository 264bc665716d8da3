// Rewrites of a graph between the gradient and the compiler. A pass removes, replaces and adds nodes but never
// renumbers values, so ids that the caller holds stay good; a value in `kept` keeps its
// content, in the precision that the plan asks for.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace tl {

// What the plan that the graph is for asks of the passes.
struct PassContext {
    std::set<ValueId> kept = {};
    DType precision = DType::Float32;
    // Whether the device's kernel for a node reads and writes a 16-bit type; empty = none does.
    std::function<bool(const Graph& graph, const Node& node, DType half)> accepts = {};
    bool fixedState = false;  // CompileOptions::fixedState
    bool float8 = false;      // CompileOptions::float8
};

struct Pass {
    std::string name;
    bool fuses = false;  // off when CompileOptions::fuse is
    std::function<void(Graph&, const PassContext&)> run;
};

namespace passes {

Pass eliminateDeadCode();              // nodes that reach neither a kept value nor an update
Pass eliminateCommonSubexpressions();  // the same op on the same inputs
Pass foldBatchNorm();                  // Conv2D, then BatchNormInference, where weights stay as they are
Pass poolBeforeRelu();                 // relu, then MaxPool2D, with their gradients: in the other order
Pass fuseBias();                       // MatMul or Conv2D, then BiasAdd
Pass fuseActivation();                 // MatMul, Conv2D, BatchNormInference or Add, then Activation
Pass fuseBatchNormRelu();              // BatchNorm, then relu, with their gradients
Pass foldConstants();                  // ops on constants alone, and ops that change nothing
Pass fuseBatchNormAdd();               // BatchNorm, then the sum of a residual block
Pass fuseElementwise();                // elementwise ops in a row
Pass fuseProductUpdate();              // MatMul, then the update of a large parameter with it
Pass fuseRescale();                    // Rescale of bytes, then MatMuls
Pass fuseUpdates();                    // updates of small parameters
Pass fuseKernelBiasGrad();             // Conv2DKernelGrad and BiasGrad of one dy
Pass float8Products();                 // MatMul becomes Float8MatMul where sizes allow it
Pass mixedPrecision();                 // bfloat16 or float16 between the ops
Pass startEarly();                     // AllReduceStart, directly behind what makes its values

}  // namespace passes

// In the order they run.
const std::vector<Pass>& allPasses();

// What passes ask of a graph: for each value the indices of the nodes that read it, one entry a reading input.
std::vector<std::vector<int>> usesOf(const Graph& graph);
// Takes out the marked nodes and renumbers Value::producer.
void removeNodes(Graph& graph, const std::vector<bool>& removed);

}  // namespace tl
