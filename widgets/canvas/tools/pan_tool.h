// Middle-drag or Space+drag: the view goes along.
#pragma once

#include "widgets/canvas/tools/canvas_tool.h"

namespace tl {

class PanTool : public CanvasTool {
public:
    PanTool(CanvasCore& core, QPointF at) : CanvasTool(core), last_(at) {}
    void move(QPointF at, Qt::KeyboardModifiers) override;
    Hand release(QPointF, Qt::KeyboardModifiers) override { return Hand::Empty; }
    Qt::CursorShape cursor() const override { return Qt::ClosedHandCursor; }
    bool outlivesChanges() const override { return true; }

private:
    QPointF last_;
};

}  // namespace tl
