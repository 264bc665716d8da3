// From what the engine knows of a graph to what the view draws: cards, boxes, wires, and how they are filled.
#pragma once

#include <QString>
#include <utility>

#include "ui/models/op_graph_model.h"
#include "widgets/graph/graph_content.h"

namespace tl {

constexpr size_t at(int id) { return static_cast<size_t>(id); }

// Cards are the graph's nodes and boxes its groups, by the same indices.
GraphContentPtr contentOf(const GraphView& view);

struct GraphTints {
    QVector<GraphTint> cards, boxes;
    // Of the ramp, for its legend: the number at its end. Or what the colours mean.
    QString most;
    QVector<std::pair<GraphTint, QString>> legend;
};
GraphTints tintsOf(const GraphView& view, OpGraphModel::Colour colour);

QString kernelText(const std::string& implementation);  // "oneDNN: brgconv"
QString shortType(const std::string& type);             // "bf16"
// "GPU:0" for "/job:worker/replica:0/task:0/device:GPU:0".
QString shortDevice(const std::string& device);
QString groupPath(const GraphView& view, int group);              // "stage 2 · block 1"; without the phase
QString categoryTitle(const std::string& category);               // "Convolution"
QString nodeTitle(const GraphView& view, const GraphNode& node);  // without its layer where that is said already

}  // namespace tl
