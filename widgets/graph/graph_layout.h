// Where everything is: open boxes are laid out from the inside out, each level in rows (layered_layout.h), and wires
// pass a box's border through ports that both sides know. Any thread.
#pragma once

#include <QPointF>
#include <QRectF>
#include <stop_token>
#include <vector>

#include "widgets/graph/graph_content.h"

namespace tl {

// What connects two items that are seen, be it one wire or many.
struct SeenWire {
    GraphItem from = kNoItem, to = kNoItem;
    double bytes = 0;  // of the largest
    int label = -1;    // the wire whose words it bears
    int count = 0;
};

// A piece of a way on one level, which several wires from one item may share.
struct WirePiece {
    std::vector<QPointF> path;
    std::vector<int> wires;  // SeenWires
    bool first = false;      // it begins at the item that its wires come from
    QRectF bounds;
};

struct GraphLayout {
    static constexpr double kTitle = 30, kPad = 24, kFoot = 18;
    std::vector<QRectF> cards, boxes;  // empty where not seen: inside of a folded box
    std::vector<bool> open;            // by box
    std::vector<SeenWire> wires;
    std::vector<WirePiece> pieces;
    std::vector<std::vector<int>> out, in;  // SeenWires by item, cards first, then boxes
    std::vector<GraphItem> items;           // seen ones, boxes before what is in them
    QRectF bounds;
    double letters = 1;  // how large they are: what holds some grows with them

    size_t slot(GraphItem item) const { return isBox(item) ? cards.size() + size_t(boxOf(item)) : size_t(item); }
    QRectF rect(GraphItem item) const;
    bool seen(GraphItem item) const { return item != kNoItem && !rect(item).isEmpty(); }
    // The item itself, or the outermost folded box that it is in.
    GraphItem shown(const GraphContent& content, GraphItem item) const;
};

// `open`: by box. `before`: a layout of the same content, whose order is kept where it does no harm.
GraphLayout layOutGraph(const GraphContent& content, const std::vector<bool>& open, const GraphLayout* before = nullptr,
                        const std::stop_token& stop = {}, double letters = 1);

}  // namespace tl
