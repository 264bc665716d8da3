// The strokes of a LinePlot's curves. Thin lines without smooth edges are whole polylines on whole pixels, which Qt
// draws fastest; wide ones are drawn piece by piece, since one long outline that crosses itself costs many times more.
#include <algorithm>
#include <cmath>

#include "widgets/plot/line_plot_impl.h"

namespace tl {

// Liang and Barsky.
bool cutLine(QPointF& from, QPointF& to, const QRectF& area) {
    const QPointF begin = from, way = to - from;
    double in = 0, out = 1;
    const auto edge = [&](double towards, double room) {
        if (towards == 0) return room >= 0;
        const double at = room / towards;
        towards < 0 ? in = std::max(in, at) : out = std::min(out, at);
        return in <= out;
    };
    if (!edge(-way.x(), begin.x() - area.left()) || !edge(way.x(), area.right() - begin.x()) ||
        !edge(-way.y(), begin.y() - area.top()) || !edge(way.y(), area.bottom() - begin.y()))
        return false;
    if (in > 0) from = begin + in * way;
    if (out < 1) to = begin + out * way;
    return true;
}

ToPixels::Axis::Axis(const QCPAxis& axis)
    : log(axis.scaleType() == QCPAxis::stLogarithmic), lower(axis.range().lower), from(axis.coordToPixel(lower)),
      slope((axis.coordToPixel(axis.range().upper) - from) /
            (log ? std::log(axis.range().upper / lower) : axis.range().size())),
      outside(from - std::copysign(200, slope)) {}

double ToPixels::Axis::operator()(double value) const {
    constexpr double kFar = 1e6;  // beyond it Qt's own numbers overflow
    if (log && value <= 0) return outside;
    return std::clamp(from + slope * (log ? std::log(value / lower) : value - lower), -kFar, kFar);
}

namespace {

bool vectorized(const QCPPainter& painter) { return painter.modes().testFlag(QCPPainter::pmVectorized); }

// A file of lines knows no clipping: they end at the axes by themselves.
void strokeWithin(const QRectF& area, QCPPainter& painter, const QList<QPointF>& points) {
    QList<QPointF> piece;
    const auto draw = [&] { painter.drawPolyline(piece.constData(), static_cast<int>(piece.size())); };
    for (qsizetype i = 1; i < points.size(); ++i) {
        QPointF from = points[i - 1], to = points[i];
        if (!cutLine(from, to, area)) continue;
        if (!piece.isEmpty() && piece.back() != from) {
            draw();
            piece.clear();
        }
        if (piece.isEmpty()) piece << from;
        piece << to;
    }
    if (!piece.isEmpty()) draw();
}

void stroke(QCPPainter& painter, const PlotLine& line, const QList<QPointF>& points, const QRectF& area) {
    if (points.size() < 2) return;
    if (vectorized(painter)) return strokeWithin(area, painter, points);
    if (line.pen.style() != Qt::SolidLine || !line.smoothEdges)
        painter.drawPolyline(points.constData(), static_cast<int>(points.size()));
    else
        for (qsizetype i = 1; i < points.size(); ++i) painter.drawLine(points[i - 1], points[i]);
}

}  // namespace

void strokeLine(QCPPainter& painter, const PlotLine& line, const ToPixels& place, const QRectF& inside) {
    const bool snap = !vectorized(painter);
    QList<QPointF> piece;
    painter.setAntialiasing(line.smoothEdges);
    painter.setPen(line.pen);
    painter.setBrush(Qt::NoBrush);
    for (const PlotPoint& point : line.points) {
        if (!std::isfinite(point.y)) {  // a gap
            stroke(painter, line, piece, inside);
            piece.clear();
            continue;
        }
        const QPointF at = place(point);
        piece.append(snap && !line.smoothEdges ? QPointF(std::round(at.x()), std::round(at.y())) : at);
    }
    stroke(painter, line, piece, inside);
    if (line.dots.isNone()) return;
    painter.save();
    // One on the edge, as a curve's last is, is drawn whole; what lies beyond it is not drawn.
    const QRectF edge = inside.adjusted(-0.5, -0.5, 0.5, 0.5);
    const double half = line.dots.size() / 2 + 1;
    if (snap) painter.setClipRect(inside.adjusted(-half, -half, half, half));
    painter.setAntialiasing(true);
    line.dots.applyTo(&painter, line.pen);
    for (size_t i = 0; i < line.points.size(); i += line.eachDot)
        if (const PlotPoint& point = line.points[i]; std::isfinite(point.y))
            if (const QPointF at = place(point); edge.contains(at)) line.dots.drawShape(&painter, at);
    painter.restore();
}

// Raw lines of all curves behind all smoothed ones.
void LinePlot::Impl::drawCurves(QCPPainter& painter) const {
    const ToPixels place(*custom);
    for (const auto line : {&PlotSeries::rawLine, &PlotSeries::smoothLine})
        for (const bool leading : {false, true})
            for (const auto& [id, s] : series)
                if (s.leading == leading && s.visible && (s.*line).shown)
                    strokeLine(painter, s.*line, place, QRectF(area()));
}

}  // namespace tl
