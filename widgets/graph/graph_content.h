// What the graph view draws, as values: cards, boxes nested in each other, and wires between cards. An item is a card
// (its index) or a box (~index).
#pragma once

#include <QColor>
#include <QString>
#include <QVector>
#include <limits>
#include <memory>

namespace tl {

using GraphItem = int;
inline constexpr GraphItem kNoItem = std::numeric_limits<int>::min();
constexpr GraphItem boxItem(int box) { return ~box; }
constexpr bool isBox(GraphItem item) { return item < 0 && item != kNoItem; }
constexpr int boxOf(GraphItem item) { return ~item; }

struct GraphCard {
    static constexpr double kWidth = 200, kHeight = 36, kDiamond = 14;
    QString title, detail = {};  // the layer; the kernel
    QString words = {};          // what a search looks through, beside title and detail
    QString category = {};       // Theme::category
    int box = -1;                // that it stands in
    bool diamond = false;        // a reorder
};

struct GraphBox {
    QString title, detail;  // "stage 1"; "3 blocks · 21 ops"
    QString path;           // "stage 2 · block 1": what an open one is called
    QString category;
    int parent = -1;      // comes before it
    bool open = false;    // at first
    bool closed = false;  // wires from and to the outside end at its border
};

struct GraphWire {
    int from = -1, to = -1;  // cards
    double bytes = 0;
    QString label = {};  // "8.4 MB"
};

struct GraphContent {
    QVector<GraphCard> cards;
    QVector<GraphBox> boxes;
    QVector<GraphWire> wires;
};
using GraphContentPtr = std::shared_ptr<const GraphContent>;

// How an item is filled: on the one ramp, in a category's colour, in a series' colour, or not at all.
struct GraphTint {
    double heat = -1;  // 0 to 1
    QString category;
    int series = -1;
    QString note;  // at the right of the card: "5.5"
};

}  // namespace tl
