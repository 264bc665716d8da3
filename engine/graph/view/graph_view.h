// A graph to look at, as a value: nodes, the tensors between them, groups nested in each other, and what is known of
// each node. Networks, op graphs, compiled plans and other programs' models are all told in this form; nothing in it
// can be run. Any thread; a copy shares nothing.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/backend/kernel.h"
#include "engine/core/message.h"

namespace tl {

enum class GraphKind { Designed, Ops, Compiled, Foreign };

// A value that nodes pass on, or the weights that one reads.
struct GraphTensor {
    std::string name;          // "conv_1/output"
    std::string shape;         // "128×16×32×32"; empty = not known
    std::string type;          // "float32"
    std::string layout;        // "plain", "nChw16c"; empty = not known
    double bytes = 0;          // 0 = not known
    bool weights = false;      // parameter, state, initialiser: no node makes it
    int first = 0, last = -1;  // alive, as steps of the schedule; last < first = not known
    int block = -1;            // of GraphView::blocks
};

struct GraphNode {
    std::string name, op, layer;           // "conv_1", "Conv2D"; the layer's id on the canvas, or empty
    Message title;                         // "conv_1 + norm_1 + relu" where passes joined ops, else the name
    Message detail;                        // the layer's settings in a few words; empty = none
    std::vector<std::string> ops;          // names of the step's ops that it does, in order; of Ops and Compiled
    std::string category;                  // of the layer's type: "conv"
    std::string kernel;                    // what runs: "onednn:brgconv:avx512_core"
    std::vector<TimedKernel> kernelTimes;  // of it and those it was chosen among; empty = not timed
    std::string precision;                 // of what it makes: "bfloat16"
    std::string device;                    // where it runs: "cpu", "/device:GPU:0"; empty = not known
    bool reorder = false;
    int group = -1;  // the innermost one that it is in
    int step = -1;   // of the schedule
    double flops = 0, bytesRead = 0, bytesWritten = 0;
    double memory = 0;                 // bytes of what it makes, weights left out
    double seconds = -1;               // a run of it takes; -1 = not measured
    std::vector<int> inputs, outputs;  // tensors
    std::vector<std::pair<std::string, std::string>> attributes;
};

struct GraphEdge {
    int from = -1, to = -1;  // nodes
    int tensor = -1;
};

struct GraphGroup {
    std::string name;     // stable: its path, "forward/stage 2/block 1"
    Message title;        // "block 1"
    std::string layer;    // where it is all of one layer
    int parent = -1;      // comes before it
    bool open = false;    // unfolded at first
    bool closed = false;  // a phase: edges from and to other groups end at its border
};

// A piece of the plan's memory and who lives there.
struct GraphBlock {
    double offset = 0, bytes = 0;
    int first = 0, last = 0;            // steps
    int tensor = -1;                    // -1 = a kernel's scratch
    std::string name, layer, category;  // no name: scratch of the threads, all the time
};

// What a pass has done, in words with counts; done = false where it tells what is left.
struct GraphNote {
    Message text;
    bool done = true;
};

// Steps that a file tells the times and memory of, by their tags, and the one whose are shown.
struct GraphStats {
    std::vector<std::string> tags;
    int shown = -1;
    int ran = 0, known = 0;  // ops that ran in it; those that are in the graph
};

struct GraphView {
    GraphKind kind = GraphKind::Designed;
    Message title;                 // "plan, batch 128, bfloat16"
    std::vector<GraphNode> nodes;  // earlier ones first
    std::vector<GraphTensor> tensors;
    std::vector<GraphEdge> edges;
    std::vector<GraphGroup> groups;
    std::vector<GraphNote> notes;

    std::vector<GraphBlock> blocks;
    int steps = 0;  // of the schedule
    double arenaBytes = 0;
    int peakStep = -1;        // where most of the memory is alive
    double peakBytes = 0;     // then
    double stepSeconds = -1;  // the sum of the nodes' seconds; -1 = not measured
    GraphStats stats;

    // A group and all around it, from the outside.
    std::vector<int> pathOf(int group) const;
    // Which one does the step's op of that name; -1: none.
    int nodeDoing(const std::string& op) const;
    // "forward", "backward", "accumulate", "update"; empty where nodes are of no phase.
    std::string phaseOf(const GraphNode& node) const;
    // Of a group with all in it.
    struct Totals {
        int nodes = 0;
        double seconds = 0, flops = 0, memory = 0, bytes = 0;
        std::map<std::string, double> categories;  // by seconds, else flops, else number
        std::map<std::string, int> precisions;
        std::string category() const;
    };
    std::vector<Totals> totals() const;  // by group
    // Tensors whose memory overlaps this one's, in the order of their lives.
    std::vector<int> sharesWith(int tensor) const;
    // Who holds most of the memory that is alive at a step, as layers' ids or names and bytes, largest first.
    std::vector<std::pair<std::string, double>> holders(int step) const;
};

// Colours follow a layer's type; where there is no layer, what the op's name says. "conv", "merge", ...
std::string categoryOfOp(const std::string& op);

// Puts groups together from paths of names.
class GraphGrouping {
public:
    explicit GraphGrouping(GraphView& view) : view_(view) {}
    // The group of that name in `parent`; made the first time.
    int group(int parent, const std::string& name, const Message& title);

private:
    GraphView& view_;
    std::map<std::pair<int, std::string>, int> known_;
};

}  // namespace tl
