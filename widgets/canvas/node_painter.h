// Paints one node in scene coordinates. What is drawn depends on the zoom: far out only a coloured block is left, since
// text of three pixels costs time and says nothing.
#pragma once

#include <QColor>
#include <QFont>
#include <QPainterPath>
#include <QPixmap>

#include "widgets/canvas/canvas_scene.h"

class QPainter;

namespace tl {

enum class Detail { Block, Name, Full };
Detail detailAt(double zoom);

struct NodeLook {
    bool selected = false, hovered = false, dimmed = false;
};

class NodePainter {
public:
    explicit NodePainter(double zoom, double devicePixelRatio);
    void paint(QPainter& painter, const NodeItem& item, const NodeLook& look);
    // A 9 px ring; `strong` when it is the target or under the mouse, `dimmed` when a wire in hand does not fit.
    void paintPort(QPainter& painter, QPointF at, bool strong, bool dimmed, bool free = false);
    void paintBadge(QPainter& painter, QPointF center, const QColor& color);
    Detail detail() const { return detail_; }

private:
    double zoom_, ratio_;
    Detail detail_;
    QFont nameFont_, summaryFont_, badgeFont_;
    QPainterPath bar_;  // the category's bar, at the origin
};

}  // namespace tl
