// The curve of a wire from an output (below a node) to an input (above one), in scene coordinates, and what hit tests
// and labels need of it. A cubic that leaves and arrives vertically, since networks flow down.
#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QRectF>

namespace tl {

struct Wire {
    QPointF from, control1, control2, to;

    static Wire between(QPointF from, QPointF to);
    QPointF at(double t) const;
    QPainterPath path() const;
    QRectF bounds() const;                 // of the control polygon: never too small
    double distance(QPointF point) const;  // to the curve, by 24 chords
    bool straight() const;                 // runs straight down
};

}  // namespace tl
