// Where the scene is on the widget: widget = scene * zoom + offset. What a person calls 100 % is a zoom of Theme's text
// scale, so that cards grow with the letters and stay where they are to each other.
#pragma once

#include <QPointF>
#include <QRectF>
#include <algorithm>

namespace tl {

struct ViewTransform {
    static constexpr double kMin = 0.08, kMax = 3.0;
    double zoom = 1;
    QPointF offset{0, 0};
    double unit = 1;       // the zoom of 100 %
    double lowest = kMin;  // lower than kMin where all of a large network would not fit otherwise

    QPointF toScene(QPointF widget) const { return (widget - offset) / zoom; }
    QPointF toWidget(QPointF scene) const { return scene * zoom + offset; }
    QRectF toScene(const QRectF& r) const { return {toScene(r.topLeft()), toScene(r.bottomRight())}; }
    QRectF toWidget(const QRectF& r) const { return {toWidget(r.topLeft()), toWidget(r.bottomRight())}; }

    // The scene point under `anchor` (widget) stays there.
    void zoomAt(QPointF anchor, double newZoom) {
        const QPointF fixed = toScene(anchor);
        zoom = std::clamp(newZoom, lowest, kMax * unit);
        offset = anchor - fixed * zoom;
    }
    void centerOn(QPointF scene, QPointF widgetCenter) { offset = widgetCenter - scene * zoom; }
};

}  // namespace tl
