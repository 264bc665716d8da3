// Where breakpoints and a run that stands are in a graph: which of its nodes bear their marks. Values.
#pragma once

#include <QSet>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/graph/view/graph_view.h"
#include "engine/train/breakpoint.h"

namespace tl {

struct GraphStops {
    QSet<int> on, off;  // nodes with a breakpoint, and with one that is switched off
    int standing = -1;  // the node at which a run stands; -1: none, or none of this graph
    friend bool operator==(const GraphStops&, const GraphStops&) = default;
};

// The nodes of each layer in each phase, those of its ops that passes have joined to another layer's among them. Made
// at the first question, for views of the same nodes.
class GraphPlaces {
public:
    int of(const GraphView& view, const Breakpoint& point);  // -1: none

private:
    void make(const GraphView& view);
    void put(const std::string& phase, const std::string& layer, int node);
    bool made_ = false;
    std::unordered_map<std::string, int> ops_;
    std::unordered_map<std::string, std::pair<int, int>> layers_;  // by "forward conv_1": the first and the last
};

// A layer's breakpoint is at the first or the last of its ops in its phase; stop: null where no run stands.
GraphStops stopsIn(const GraphView& view, GraphPlaces& places, const std::vector<Breakpoint>& breakpoints,
                   const StopRecord* stop);

}  // namespace tl
