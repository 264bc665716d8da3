// Ctrl and a drag of the right button: a line over the canvas that cuts the wires it crosses.
#pragma once

#include <QPolygonF>

#include "widgets/canvas/tools/canvas_tool.h"

namespace tl {

class KnifeTool : public CanvasTool {
public:
    KnifeTool(CanvasCore& core, QPointF at);
    void move(QPointF at, Qt::KeyboardModifiers) override;
    Hand release(QPointF at, Qt::KeyboardModifiers) override;
    Qt::CursorShape cursor() const override { return Qt::CrossCursor; }
    bool showsCard() const override { return false; }
    void paintScene(QPainter& painter) const override;

private:
    QPolygonF way_;  // scene
    QVector<int> crossed_;
};

}  // namespace tl
