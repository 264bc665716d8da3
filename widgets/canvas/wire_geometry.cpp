// The pull of a curve grows with the height that it has to cover, and has a floor so that a wire going up loops out.
#include "widgets/canvas/wire_geometry.h"

#include <algorithm>
#include <cmath>

namespace tl {

namespace {

constexpr int kChords = 24;

double distanceToChord(QPointF a, QPointF b, QPointF point) {
    const QPointF ab = b - a, ap = point - a;
    const double length = QPointF::dotProduct(ab, ab);
    const double t = length > 0 ? std::clamp(QPointF::dotProduct(ap, ab) / length, 0.0, 1.0) : 0.0;
    const QPointF d = ap - ab * t;
    return QPointF::dotProduct(d, d);
}

}  // namespace

QPointF Wire::Cubic::at(double t) const {
    const double u = 1 - t;
    return a * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + d * (t * t * t);
}

QVarLengthArray<Wire::Cubic, 3> Wire::cubics() const {
    if (lane) {
        const double turn = std::min(kTurn, (to.y() - from.y()) / 2);
        const QPointF in(*lane, from.y() + turn), out(*lane, to.y() - turn), pull(0, turn * 0.6);
        return {{from, from + pull, in - pull, in}, {in, in, out, out}, {out, out + pull, to - pull, to}};
    }
    const double dy = to.y() - from.y(), dx = std::abs(to.x() - from.x());
    double pull = std::abs(dy) * 0.5;
    if (dy < 0)
        pull = std::max(60.0, std::min(pull, 160.0));
    else if (dx > 1)
        pull = std::max(pull, std::min(30.0, dx * 0.3));
    return {{from, from + QPointF(0, pull), to - QPointF(0, pull), to}};
}

QPointF Wire::at(double t) const {
    const auto parts = cubics();
    const double place = std::clamp(t, 0.0, 1.0) * double(parts.size());
    const auto part = std::min<qsizetype>(qsizetype(place), parts.size() - 1);
    return parts[part].at(place - double(part));
}

QPainterPath Wire::path() const {
    QPainterPath path(from);
    if (straight()) {
        path.lineTo(to);
        return path;
    }
    for (const auto& part : cubics()) path.cubicTo(part.b, part.c, part.d);
    return path;
}

QRectF Wire::bounds() const {
    double left = from.x(), right = left, top = from.y(), bottom = top;
    for (const auto& part : cubics())
        for (const QPointF& p : {part.b, part.c, part.d}) {
            left = std::min(left, p.x());
            right = std::max(right, p.x());
            top = std::min(top, p.y());
            bottom = std::max(bottom, p.y());
        }
    return {left, top, right - left, bottom - top};
}

double Wire::distance(QPointF point) const {
    double best = 1e300;
    for (const auto& part : cubics()) {
        QPointF a = part.a;
        for (int i = 1; i <= kChords; ++i) {
            const QPointF b = part.at(double(i) / kChords);
            best = std::min(best, distanceToChord(a, b, point));
            a = b;
        }
    }
    return std::sqrt(best);
}

bool Wire::meets(const QRectF& rect) const {
    for (const auto& part : cubics()) {
        QPointF a = part.a;
        for (int i = 1; i <= kChords; ++i) {
            const QPointF b = part.at(double(i) / kChords);
            const auto [left, right] = std::minmax({a.x(), b.x()});
            const auto [top, bottom] = std::minmax({a.y(), b.y()});
            if (left <= rect.right() && right >= rect.left() && top <= rect.bottom() && bottom >= rect.top())
                return true;
            a = b;
        }
    }
    return false;
}

bool Wire::straight() const { return !lane && std::abs(from.x() - to.x()) < 1 && to.y() > from.y(); }

QRectF Wire::laneRect() const {
    return lane ? QRectF(*lane, from.y() + kTurn, 0, std::max(0.0, to.y() - from.y() - 2 * kTurn)) : QRectF();
}

void Wire::translate(QPointF by) {
    from += by;
    to += by;
    if (lane) *lane += by.x();
}

}  // namespace tl
