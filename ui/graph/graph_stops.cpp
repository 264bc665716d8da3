// See the header.
#include "ui/graph/graph_stops.h"

#include <algorithm>

namespace tl {

namespace {

// Where passes have joined it to another layer's, too.
bool isOf(const GraphNode& node, const std::string& layer) {
    return node.layer == layer || std::ranges::any_of(node.ops, [&](const std::string& op) {
               return op == layer || (op.starts_with(layer) && op[layer.size()] == '/');
           });
}

int nodeAt(const GraphView& view, const Breakpoint& point) {
    if (point.side == Breakpoint::Side::Anywhere || point.place.empty()) return -1;
    if (point.op) return view.nodeDoing(point.place);
    const std::string phase = view.kind == GraphKind::Designed ? "" : phaseWord(point.phase.value_or(Phase::Forward));
    int found = -1;
    for (size_t i = 0; i < view.nodes.size(); ++i) {
        const GraphNode& node = view.nodes[i];
        if (node.reorder || view.phaseOf(node) != phase || !isOf(node, point.place)) continue;
        found = static_cast<int>(i);
        if (point.side == Breakpoint::Side::Before) break;
    }
    return found;
}

int nodeAt(const GraphView& view, const StopRecord& stop) {
    if (view.kind != GraphKind::Designed) return view.nodeDoing(stop.name);
    const auto layer = std::ranges::find(view.nodes, stop.layer, &GraphNode::layer);
    return stop.layer.empty() || layer == view.nodes.end() ? -1 : static_cast<int>(layer - view.nodes.begin());
}

}  // namespace

GraphStops stopsIn(const GraphView& view, const std::vector<Breakpoint>& breakpoints, const StopRecord* stop) {
    GraphStops stops;
    if (view.kind == GraphKind::Foreign) return stops;
    for (const Breakpoint& point : breakpoints)
        if (const int node = nodeAt(view, point); node >= 0) (point.enabled ? stops.on : stops.off).insert(node);
    stops.off -= stops.on;
    if (stop) stops.standing = nodeAt(view, *stop);
    return stops;
}

}  // namespace tl
