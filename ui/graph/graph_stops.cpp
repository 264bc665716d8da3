// See the header.
#include "ui/graph/graph_stops.h"

#include <algorithm>

namespace tl {

void GraphPlaces::put(const std::string& phase, const std::string& layer, int node) {
    layers_.try_emplace(phase + ' ' + layer, node, node).first->second.second = node;
}

void GraphPlaces::make(const GraphView& view) {
    for (size_t i = 0; i < view.nodes.size(); ++i) {
        const GraphNode& node = view.nodes[i];
        const int id = static_cast<int>(i);
        for (const std::string& op : node.ops) ops_.try_emplace(op, id);
        if (node.reorder) continue;
        const std::string phase = view.phaseOf(node);
        if (!node.layer.empty()) put(phase, node.layer, id);
        for (const std::string& op : node.ops) {  // "conv_1", "conv_1/activation"
            put(phase, op, id);
            for (size_t end = op.find('/'); end != std::string::npos; end = op.find('/', end + 1))
                put(phase, op.substr(0, end), id);
        }
    }
}

int GraphPlaces::of(const GraphView& view, const Breakpoint& point) {
    if (point.side == Breakpoint::Side::Anywhere || point.place.empty()) return -1;
    if (!std::exchange(made_, true)) make(view);
    if (point.op) {
        const auto op = ops_.find(point.place);
        return op == ops_.end() ? -1 : op->second;
    }
    const std::string phase = view.kind == GraphKind::Designed ? "" : phaseWord(point.phase.value_or(Phase::Forward));
    const auto layer = layers_.find(phase + ' ' + point.place);
    if (layer == layers_.end()) return -1;
    return point.side == Breakpoint::Side::Before ? layer->second.first : layer->second.second;
}

static int nodeAt(const GraphView& view, const StopRecord& stop) {
    if (view.kind != GraphKind::Designed) return view.nodeDoing(stop.name);
    const auto layer = std::ranges::find(view.nodes, stop.layer, &GraphNode::layer);
    return stop.layer.empty() || layer == view.nodes.end() ? -1 : static_cast<int>(layer - view.nodes.begin());
}

GraphStops stopsIn(const GraphView& view, GraphPlaces& places, const std::vector<Breakpoint>& breakpoints,
                   const StopRecord* stop) {
    GraphStops stops;
    if (view.kind == GraphKind::Foreign) return stops;
    for (const Breakpoint& point : breakpoints)
        if (const int node = places.of(view, point); node >= 0) (point.enabled ? stops.on : stops.off).insert(node);
    stops.off -= stops.on;
    if (stop) stops.standing = nodeAt(view, *stop);
    return stops;
}

}  // namespace tl
