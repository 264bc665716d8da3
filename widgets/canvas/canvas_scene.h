// The model's nodes and links with their geometry, cached so that painting and hit tests never ask the model, and
// indexed so that they look only at what is near. A drag in progress shifts items here only; the model hears of it
// once, when the drag ends.
#pragma once

#include <QHash>
#include <QRectF>
#include <QSet>
#include <QStaticText>
#include <QVector>
#include <optional>

#include "widgets/canvas/graph_model.h"
#include "widgets/canvas/grid_index.h"
#include "widgets/canvas/wire_geometry.h"

namespace tl {

struct NodeTexts {  // laid out when first seen, not at each paint
    QStaticText name, type, summary, badge;
    double typeWidth = 0, badgeWidth = 0;
    double nameRise = 0, summaryRise = 0;  // how much further down other letters than Latin ones put the baseline
    bool ready = false;
};

struct NodeItem {
    CanvasNode data;
    QRectF rect;
    mutable NodeTexts texts;
};

struct WireItem {
    CanvasLink data;
    int from = -1, to = -1;  // indices of nodes
    Wire wire;
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
    // Then settle(). Whether nothing but the card itself looks different for it.
    bool reloadNode(const GraphModel* model, const QString& id);
    void reloadLinks(const GraphModel* model);
    void settle();         // wires find their way again where nodes were moved
    void relayoutTexts();  // after a change of theme

    const QVector<NodeItem>& nodes() const { return nodes_; }
    const QVector<WireItem>& wires() const { return wires_; }
    int index(const QString& id) const { return indices_.value(id, -1); }
    const NodeItem& node(int index) const { return nodes_[index]; }
    const NodeTexts& texts(int index) const;
    int wireIndex(const CanvasLink& link) const;
    quint64 revision() const { return revision_; }        // goes up with whatever is seen from afar
    const QVector<int>& wrong() const { return wrong_; }  // nodes with an error or a warning

    // Scene coordinates. Port number `inputs` is the free one of a node that grows.
    QPointF inputPort(int node, int port) const;
    QPointF outputPort(int node) const;
    QPointF portPosition(PortRef port) const;
    int portCount(int node) const;  // inputs, the free one included

    int nodeAt(QPointF point) const;  // topmost, or -1
    PortRef portAt(QPointF point, double radius) const;
    int wireAt(QPointF point, double radius) const;
    QVector<int> wiresAt(PortRef port) const;
    QVector<int> nodesIn(const QRectF& rect) const;  // from the lowest to the topmost
    QVector<int> wiresIn(const QRectF& rect) const;
    const QVector<int>& wiresFrom(int node) const { return out_[node]; }
    const QVector<int>& wiresInto(int node) const { return in_[node]; }
    QRectF bounds() const;  // of all nodes
    QRectF bounds(const QStringList& ids) const;
    bool connected(int node) const { return !out_[node].isEmpty() || !in_[node].isEmpty(); }

    void shift(const QSet<int>& nodes, QPointF by);  // from where the model has them
    void raise(const QSet<QString>& ids) { raised_ = ids; }
    void bringForward(const QStringList& ids);  // over all others from now on, under what is raised
    int depth(int node) const { return forward_.isEmpty() ? 0 : forward_.value(nodes_[node].data.id); }

private:
    void layoutTexts(const NodeItem& item) const;
    void moveNode(int node, const QRectF& rect);
    void place(int wire);  // takes it out of the index and puts it where it belongs now
    void unplace(int wire);
    QVector<WireItem> wiresOf(const GraphModel* model) const;
    void setWires(QVector<WireItem> items);
    void routeAll();
    double heightOf(int wire) const;
    bool behindCards(const WireItem& item, const Wire& wire) const;
    Wire route(const WireItem& item, const Wire& direct) const;
    void chooseLabels(int node);
    void findWrong();

    QVector<NodeItem> nodes_;
    QVector<WireItem> wires_;
    QVector<QVector<int>> out_, in_;  // wires by node
    QHash<QString, int> indices_;
    GridIndex nodeIndex_, wireIndex_, laneIndex_;
    QVector<int> wrong_;
    QSet<QString> raised_;         // painted, and hit, above the others
    QHash<QString, int> forward_;  // what a hand has moved, the last with the greatest number
    int moves_ = 0;
    QSet<int> unsettled_;
    QVector<QRectF> left_;  // where unsettled nodes were
    mutable QRectF bounds_;
    mutable bool boundsKnown_ = false;
    quint64 revision_ = 0;
};

}  // namespace tl
