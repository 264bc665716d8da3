// Op graphs and compiled plans as graphs to look at: parted by phase, then by block and layer.
#pragma once

#include "engine/graph/compiled_graph.h"
#include "engine/graph/view/graph_view.h"

namespace tl {

// Where a layer belongs and how it looks; the op graph itself knows layers by id only.
struct LayerPlace {
    std::vector<Message> groups;  // from the outside: "stage 2", "block 1"
    std::string category;         // "conv"
};
using LayerPlaces = std::map<std::string, LayerPlace>;

// The op graph before any pass; forward and backward parted from the update.
GraphView opGraphView(const Graph& graph, const LayerPlaces& places);

// A plan as it runs: steps with their kernels, layouts, reorders and memory. `designed` is the graph before the passes,
// which tells what each step has taken in; `notes`, what the passes did.
GraphView compiledView(const Graph& designed, const CompiledGraph& compiled, const LayerPlaces& places,
                       std::vector<GraphNote> notes = {});

// What passes did, in words with counts: an observer for compileGraph(), then notes().
class PassNotes {
public:
    PassObserver observer();
    // With what the schedule shows: values that share memory, reorders that are left.
    std::vector<GraphNote> notes(const CompiledGraph& compiled) const;

private:
    std::vector<GraphNote> notes_;
};

// "plain", "nChw16c" (an inner block of 16 channels), "channels last", "blocked", "opaque".
std::string layoutText(const Layout& layout, const Shape& shape);

}  // namespace tl
