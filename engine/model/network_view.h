// A network as designed, as a graph to look at; and where each layer stands in what repeats: stages of blocks. Any
// thread.
#pragma once

#include "engine/core/dtype.h"
#include "engine/graph/view/op_graph_view.h"
#include "engine/model/network_spec.h"
#include "engine/model/validation.h"

namespace tl {

// Blocks are what stands between two nodes that everything passes through (a residual block, two of them in a
// transformer), or what a long chain repeats; stages are blocks in a row with outputs of one shape. Networks without
// such structure have none.
LayerPlaces layerPlaces(const NetworkSpec& network, const NetworkReport& report);

// Of a layer's output for a batch, whose values between layers are of that type. Validation knows them in float32, but
// for the data as they come, which it takes for bytes: those are of the type `data`.
double outputBytes(const NodeReport& node, int64_t batch, DType values, DType data);

// Bytes and operations are those of `batch` samples of the type `data`, whose `values` between layers are of that type.
GraphView networkView(const NetworkSpec& network, const NetworkReport& report, int64_t batch,
                      DType values = DType::Float32, DType data = DType::UInt8);

}  // namespace tl
