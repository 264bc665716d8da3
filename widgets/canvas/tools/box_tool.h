// A drag over empty canvas selects what the box touches; Shift adds to the selection, Ctrl toggles.
#pragma once

#include <QSet>
#include <QString>

#include "widgets/canvas/tools/canvas_tool.h"

namespace tl {

class BoxTool : public CanvasTool {
public:
    BoxTool(CanvasCore& core, QPointF at, const QSet<QString>& base);
    void move(QPointF at, Qt::KeyboardModifiers modifiers) override;
    Hand release(QPointF, Qt::KeyboardModifiers) override { return Hand::Empty; }
    bool pansAtEdge() const override { return far_; }
    bool showsCard() const override { return !far_; }
    void paintOverlay(QPainter& painter) const override;

private:
    QRectF box() const;  // scene
    QPointF from_, at_;  // scene, widget
    QSet<QString> base_;
    bool far_ = false;
};

}  // namespace tl
