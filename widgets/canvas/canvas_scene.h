// The model's nodes and links with their geometry, cached so that painting and hit tests never ask the model. A drag in
// progress shifts items here only; the model hears of it once, when the drag ends.
#pragma once

#include <QHash>
#include <QRectF>
#include <QSet>
#include <QStaticText>
#include <QVector>
#include <optional>

#include "widgets/canvas/graph_model.h"
#include "widgets/canvas/wire_geometry.h"

namespace tl {

struct NodeItem {
    CanvasNode data;
    QRectF rect;
    QStaticText name, summary, badge;  // laid out once, not at each paint
    double badgeWidth = 0;
};

struct WireItem {
    CanvasLink data;
    int from = -1, to = -1;  // indices of nodes
    Wire wire;
    QPainterPath path;
    QRectF bounds;
    bool labelled = false;  // one label where several wires of an output say the same
};

struct PortRef {
    int node = -1;
    int port = -1;  // -1 = the output
    bool valid() const { return node >= 0; }
    bool isOutput() const { return port < 0; }
    friend bool operator==(const PortRef&, const PortRef&) = default;
};

class CanvasScene {
public:
    void load(const GraphModel* model);
    void reloadNode(const GraphModel* model, const QString& id);
    void reloadLinks(const GraphModel* model);
    void relayoutTexts();  // after a change of theme

    const QVector<NodeItem>& nodes() const { return nodes_; }
    const QVector<WireItem>& wires() const { return wires_; }
    int index(const QString& id) const { return indices_.value(id, -1); }
    const NodeItem& node(int index) const { return nodes_[index]; }
    int wireIndex(const CanvasLink& link) const;

    // Scene coordinates. Port number `inputs` is the free one of a node that grows.
    QPointF inputPort(int node, int port) const;
    QPointF outputPort(int node) const;
    QPointF portPosition(PortRef port) const;
    int portCount(int node) const;  // inputs, the free one included

    int nodeAt(QPointF point) const;  // topmost, or -1
    PortRef portAt(QPointF point, double radius) const;
    int wireAt(QPointF point, double radius) const;
    QVector<int> wiresAt(PortRef port) const;
    QVector<int> nodesIn(const QRectF& rect) const;
    QRectF bounds() const;  // of all nodes
    QRectF bounds(const QStringList& ids) const;
    bool connected(int node) const;

    void shift(const QSet<int>& nodes, QPointF by);  // from where the model has them
    void raise(const QSet<QString>& ids) { raised_ = ids; }
    const QSet<QString>& raised() const { return raised_; }

private:
    void layoutTexts(NodeItem& item) const;
    void place(WireItem& item) const;
    void chooseLabels();
    QVector<NodeItem> nodes_;
    QVector<WireItem> wires_;
    QHash<QString, int> indices_;
    QSet<QString> raised_;  // painted, and hit, above the others
};

}  // namespace tl
