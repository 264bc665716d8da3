// The op graph as TensorBoard's graph plugin and Netron read it: a GraphDef, nodes named by what they make, grouped by
// layer, with shapes on the wires.
#pragma once

#include <string>

#include "engine/graph/graph.h"

namespace tl {

std::string graphDefOf(const Graph& graph);  // serialised

}  // namespace tl
