// The pull of the curve grows with the height that it has to cover, and has a floor so that a wire going up loops out.
#include "widgets/canvas/wire_geometry.h"

#include <algorithm>
#include <cmath>

namespace tl {

Wire Wire::between(QPointF from, QPointF to) {
    const double dy = to.y() - from.y(), dx = std::abs(to.x() - from.x());
    double pull = std::abs(dy) * 0.5;
    if (dy < 0)
        pull = std::max(60.0, std::min(pull, 160.0));
    else if (dx > 1)
        pull = std::max(pull, std::min(30.0, dx * 0.3));
    return {from, from + QPointF(0, pull), to - QPointF(0, pull), to};
}

QPointF Wire::at(double t) const {
    const double u = 1 - t;
    return from * (u * u * u) + control1 * (3 * u * u * t) + control2 * (3 * u * t * t) + to * (t * t * t);
}

QPainterPath Wire::path() const {
    QPainterPath path(from);
    if (straight())
        path.lineTo(to);
    else
        path.cubicTo(control1, control2, to);
    return path;
}

QRectF Wire::bounds() const {
    const auto [left, right] = std::minmax({from.x(), to.x(), control1.x(), control2.x()});
    const auto [top, bottom] = std::minmax({from.y(), to.y(), control1.y(), control2.y()});
    return {left, top, right - left, bottom - top};
}

double Wire::distance(QPointF point) const {
    constexpr int chords = 24;
    double best = 1e300;
    QPointF a = from;
    for (int i = 1; i <= chords; ++i) {
        const QPointF b = at(double(i) / chords), ab = b - a, ap = point - a;
        const double length = QPointF::dotProduct(ab, ab);
        const double t = length > 0 ? std::clamp(QPointF::dotProduct(ap, ab) / length, 0.0, 1.0) : 0.0;
        const QPointF d = ap - ab * t;
        best = std::min(best, QPointF::dotProduct(d, d));
        a = b;
    }
    return std::sqrt(best);
}

bool Wire::straight() const { return std::abs(from.x() - to.x()) < 1 && to.y() > from.y(); }

}  // namespace tl
