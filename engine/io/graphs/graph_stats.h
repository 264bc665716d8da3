// What TensorFlow measured of a step, put on the graph that it was a step of.
#pragma once

#include "engine/graph/view/graph_view.h"
#include "engine/io/events/run_metadata.h"

namespace tl {

// Seconds and bytes of each op as TensorBoard counts them: over all devices but streams, of all times that it ran; the
// memory that was allocated while it ran. Its device, and the shapes of what it made, where they are told.
void addStats(GraphView& view, const RunMetadata& metadata);

}  // namespace tl
