// Paints a graph's picture in scene coordinates, as much of it as its zoom can show.
#pragma once

#include <QColor>
#include <QFont>

#include "widgets/graph/graph_canvas.h"

namespace tl {

class WireColumns;

class GraphPainter {
public:
    // whole: for a file, where all is drawn in full.
    GraphPainter(const GraphCanvas& canvas, double zoom, bool whole = false);
    void paint(QPainter& painter, const QRectF& seen);
    static QColor fill(const GraphTint& tint, const QColor& plain);
    // Of letters on a ground, at 4.5:1 or more; strength below 1: as quiet as that allows.
    static QColor letters(const QColor& ground, double strength);
    static QColor heat(double share);  // of the one ramp

private:
    enum class Detail { Block, Name, Full };
    void paintBox(QPainter& painter, int box, const QRectF& seen) const;
    void paintCard(QPainter& painter, GraphItem item) const;
    struct Light {
        enum Kind { Dim, Plain, Lit };
        bool lit = false, bright = false;  // of the pick; of it and what is around it
        double bytes = 0;
        Kind kind() const { return lit ? Lit : bright ? Plain : Dim; }
    };
    void paintPiece(QPainter& painter, size_t piece, const QRectF& seen, WireColumns& columns, bool dense) const;
    void paintFromAfar(QPainter& painter, const QVector<int>& pieces, const QRectF& seen) const;
    void paintColumns(QPainter& painter, const WireColumns& columns) const;
    static QColor wireColor(Light::Kind kind);
    Light lightOf(const WirePiece& piece) const;
    void paintFarWires(QPainter& painter) const;
    bool dimmed(GraphItem item) const;
    void paintStop(QPainter& painter, const QRectF& rect, GraphItem item) const;
    void outline(QPainter& painter, const QRectF& rect, GraphItem item) const;

    const GraphCanvas& canvas_;
    const GraphContent& content_;
    const GraphLayout& layout_;
    double zoom_;
    bool whole_;
    Detail detail_;
    QFont titleFont_, detailFont_, noteFont_;
};

}  // namespace tl
