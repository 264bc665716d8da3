// Where breakpoints and a run that stands are in a graph: which of its nodes bear their marks. Values.
#pragma once

#include <QSet>
#include <vector>

#include "engine/graph/view/graph_view.h"
#include "engine/train/breakpoint.h"

namespace tl {

struct GraphStops {
    QSet<int> on, off;  // nodes with a breakpoint, and with one that is switched off
    int standing = -1;  // the node at which a run stands; -1: none, or none of this graph
    friend bool operator==(const GraphStops&, const GraphStops&) = default;
};

// A layer's breakpoint is at the first or the last of its ops in its phase; stop: null where no run stands.
GraphStops stopsIn(const GraphView& view, const std::vector<Breakpoint>& breakpoints, const StopRecord* stop);

}  // namespace tl
