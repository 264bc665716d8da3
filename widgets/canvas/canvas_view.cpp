// Where the view is: the whole, a part, the first look, and a card brought into sight.
#include "widgets/canvas/canvas_core.h"

#include <algorithm>
#include <cmath>

#include "widgets/theme/theme.h"

namespace tl {

void CanvasCore::setView(const ViewTransform& newView) {
    const bool zoomed = newView.zoom != view.zoom;
    view = newView;
    if (const int named = names->isOpen() ? scene.index(names->node()) : -1; named >= 0) {
        const QRectF card = view.toWidget(scene.node(named).rect);
        const double width = std::max(card.width() - 32 * view.zoom, 120.0);
        const int height = Theme::instance().scaled(26);
        names->place(QRectF(card.left() + 28 * view.zoom, card.top() + 2, width, height).toRect());
    }
    canvas.update();
    if (zoomed) emit canvas.zoomChanged(canvas.zoom());
}

void CanvasCore::followTextSize() {
    auto next = view;
    next.unit = Theme::instance().textScale();
    if (next.unit == view.unit) return;
    next.zoomAt(middle(), view.zoom * next.unit / view.unit);
    view.unit = next.unit;
    viewTouched ? setView(next) : showStart();
}

// All, without a card below the minimap where that can be helped.
void CanvasCore::frameAll() {
    ensureLoaded();
    const QRectF all = scene.bounds(), map = minimap.rect(size());
    const QRectF room(QPointF(), size());
    if (all.isEmpty()) return;
    frame(all, room, view.unit);
    if (map.isEmpty() || scene.nodesIn(view.toScene(map.adjusted(-4, -4, 4, 4))).isEmpty()) return;
    const auto whole = view;
    const double right = map.right(), above = map.top();
    frame(all, room.adjusted(right - 24, 0, 0, 0), view.unit);
    const auto beside = view;
    frame(all, QRectF(0, 0, room.width(), above + 24), view.unit);
    if (beside.zoom > view.zoom) setView(beside);
    if (view.zoom < whole.zoom * 0.5) setView(whole);  // too dear
}

void CanvasCore::frame(const QRectF& rect, const QRectF& room, double maxZoom) {
    if (rect.isEmpty() || canvas.width() < 20 || canvas.height() < 20) return;
    const double margin = std::min(48.0, std::min(room.width(), room.height()) / 8);
    auto next = view;
    const double fit =
        std::min((room.width() - 2 * margin) / rect.width(), (room.height() - 2 * margin) / rect.height());
    next.lowest = std::min(next.lowest, fit);
    next.zoom = std::clamp(fit, next.lowest, maxZoom);
    next.centerOn(rect.center(), room.center());
    setView(next);
}

void CanvasCore::showStart() {
    ensureLoaded();
    if (canvas.width() < 20) return;
    view.lowest = ViewTransform::kMin;
    const QRectF all = scene.bounds();
    if (all.isEmpty()) {
        ViewTransform fresh;
        fresh.zoom = fresh.unit = view.unit;
        return setView(fresh);
    }
    frameAll();
    const double readable = 0.6 * view.unit, start = 0.85 * view.unit;
    if (view.zoom >= readable || fitAll) return;
    auto next = view;
    next.zoom = start;
    const auto& first = *std::min_element(scene.nodes().begin(), scene.nodes().end(),
                                          [](const auto& a, const auto& b) { return a.rect.top() < b.rect.top(); });
    next.offset = QPointF(canvas.width() / 2.0, 40 * std::max(1.0, view.unit)) -
                  QPointF(first.rect.center().x(), first.rect.top()) * start;
    setView(next);
}

void CanvasCore::reveal(int node) {
    auto next = view;
    if (next.zoom < 0.6 * next.unit) next.zoomAt(middle(), 0.85 * next.unit);
    const QRectF room = QRectF(canvas.rect()).adjusted(24, 24, -24, -24);
    const QRectF card = scene.node(node).rect;
    if (!room.contains(next.toWidget(card))) next.centerOn(card.center(), middle());
    if (next.zoom == view.zoom && next.offset == view.offset) return;
    viewTouched = true;
    setView(next);
}

QPointF CanvasCore::snapped(QPointF p) {
    return {std::round(p.x() / kSnap) * kSnap, std::round(p.y() / kSnap) * kSnap};
}

double CanvasCore::portRadius() const { return std::clamp(11 / view.zoom, 8.0, 16.0); }

}  // namespace tl
