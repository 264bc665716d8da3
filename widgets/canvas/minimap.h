// The small map at the bottom left: all nodes as bars in their colours and the part in view as a frame to drag.
#pragma once

#include <QPixmap>
#include <QRectF>

#include "widgets/canvas/canvas_scene.h"
#include "widgets/canvas/view_transform.h"

class QPainter;

namespace tl {

class Minimap {
public:
    static constexpr double kWidth = 140, kHeight = 104, kMargin = 14;
    bool visible = true;

    // Widget coordinates, for a canvas of this size; empty when hidden or the canvas is too small for it.
    QRectF rect(QSizeF canvas) const;
    void paint(QPainter& painter, const CanvasScene& scene, const ViewTransform& view, QSizeF canvas) const;
    // The scene point that a widget point on the map stands for.
    QPointF sceneAt(QPointF point, const CanvasScene& scene, const ViewTransform& view, QSizeF canvas) const;

private:
    struct Mapping {
        double scale;
        QPointF offset;
        friend bool operator==(const Mapping&, const Mapping&) = default;
    };
    Mapping mapping(const CanvasScene& scene, const ViewTransform& view, QSizeF canvas) const;
    void paintNodes(const CanvasScene& scene, const Mapping& mapping, QPointF origin, double ratio) const;
    // The nodes change more seldom than the view does.
    mutable QPixmap nodes_;
    mutable quint64 revision_ = ~quint64{0};
    mutable Mapping painted_{0, {}};
    mutable bool dark_ = true;
};

}  // namespace tl
