// A small graph model for the canvas tests: it holds what it is told, refuses what it is told to refuse, and can carry
// out the intentions so that a test sees the round trip.
#pragma once

#include <QHash>

#include "widgets/canvas/graph_model.h"

namespace tl {

class GraphFixture : public GraphModel {
public:
    QStringList order;
    QHash<QString, CanvasNode> all;
    QVector<CanvasLink> wires;
    QString refusal;        // for every link, when set
    QString refusedTarget;  // or for links into this node only

    void add(const QString& id, QPointF at, int inputs = 1, bool output = true) {
        CanvasNode node;
        node.id = id;
        node.typeName = "Dense";
        node.summary = "64 units · relu";
        node.badge = "4,640";
        node.category = "core";
        node.icon = "diagram-3";
        node.position = at;
        node.inputs = inputs;
        node.hasOutput = output;
        order.push_back(id);
        all.insert(id, node);
    }
    void link(const QString& from, const QString& to, int port = 0) { wires.push_back({from, to, port, "64", false}); }

    QStringList nodeIds() const override { return order; }
    CanvasNode node(const QString& id) const override { return all.value(id); }
    QVector<CanvasLink> links() const override { return wires; }
    QString refuses(const QString&, const QString& to, int) const override {
        return !refusedTarget.isEmpty() && to == refusedTarget ? QString("would make a cycle") : refusal;
    }
};

}  // namespace tl
