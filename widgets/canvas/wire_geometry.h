// The curve of a wire from an output (below a node) to an input (above one), in scene coordinates, and what hit tests
// and labels need of it. Cubics that leave and arrive vertically, since networks flow down; a wire that would run
// behind cards goes around them in a lane: out to it, straight down, and back.
#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QVarLengthArray>
#include <optional>

namespace tl {

struct Wire {
    static constexpr double kTurn = 30;  // px of height that a wire takes to change to its lane, and back

    QPointF from, to;
    std::optional<double> lane;  // x

    static Wire between(QPointF from, QPointF to) { return {from, to, {}}; }
    static Wire around(QPointF from, QPointF to, double lane) { return {from, to, lane}; }
    QPointF at(double t) const;
    QPainterPath path() const;
    QRectF bounds() const;                 // of the control polygons: never too small
    double distance(QPointF point) const;  // to the curve, by chords
    bool straight() const;                 // runs straight down
    QRectF laneRect() const;               // the vertical part, without width
    // Whether the curve comes within a rectangle, by the same chords.
    bool meets(const QRectF& rect) const;
    void translate(QPointF by);

private:
    struct Cubic {
        QPointF a, b, c, d;
        QPointF at(double t) const;
    };
    QVarLengthArray<Cubic, 3> cubics() const;
};

}  // namespace tl
