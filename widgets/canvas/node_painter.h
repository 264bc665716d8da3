// Paints one node in scene coordinates. What is drawn depends on the zoom: far out only a coloured block is left, since
// text of three pixels costs time and says nothing.
#pragma once

#include <QColor>
#include <QFont>
#include <QHash>
#include <QPainterPath>
#include <QPixmap>
#include <functional>

#include "widgets/canvas/canvas_scene.h"

class QPainter;
class QPen;

namespace tl {

enum class Detail { Block, Name, Full };
Detail detailAt(double zoom);

struct NodeLook {
    bool selected = false, hovered = false, keyboard = false;  // keyboard: its keys go to this one
};

class NodePainter {
public:
    explicit NodePainter(double zoom, double devicePixelRatio);
    void paint(QPainter& painter, const NodeItem& item, const NodeTexts& texts, const NodeLook& look);
    // A 9 px ring; `strong` when it is the target or under the mouse, `dimmed` when a wire in hand does not fit.
    void paintPort(QPainter& painter, QPointF at, bool strong, bool dimmed, bool free = false);
    void paintBadge(QPainter& painter, QPointF center, const QColor& color);
    Detail detail() const { return detail_; }

private:
    // Zoomed out, many nodes are in sight, and the same curves drawn for each of them would take most of a frame: cards
    // and ports that nothing distinguishes are drawn once and set down on whole pixels.
    bool stamps() const { return zoom_ < 1; }
    QPixmap picture(const QSizeF& size, const std::function<void(QPainter&)>& draw) const;
    void stamp(QPainter& painter, QPointF at, const QPixmap& picture) const;
    const QPixmap& card(const QColor& category, const QSizeF& size);
    void drawLive(QPainter& painter, const LiveStrip& live, double width) const;
    void drawCard(QPainter& painter, const QRectF& rect, const QPen& pen) const;
    void drawPort(QPainter& painter, QPointF at, const QPen& pen, const QBrush& ground, double radius) const;

    double zoom_, ratio_;
    Detail detail_;
    QHash<QPair<QRgb, int>, QPixmap> cards_;  // by colour and height
    QPixmap port_;
    QPainterPath bar(const QSizeF& size) const;  // the category's bar, at the origin
    QFont nameFont_, typeFont_, summaryFont_, badgeFont_;
};

}  // namespace tl
