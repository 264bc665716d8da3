// A press on the minimap: what lies there comes to the middle, for as long as the button is held.
#pragma once

#include "widgets/canvas/tools/canvas_tool.h"

namespace tl {

class MapTool : public CanvasTool {
public:
    MapTool(CanvasCore& core, QPointF at) : CanvasTool(core) { move(at, {}); }
    void move(QPointF at, Qt::KeyboardModifiers) override;
    Hand release(QPointF, Qt::KeyboardModifiers) override { return Hand::Empty; }
    bool outlivesChanges() const override { return true; }
};

}  // namespace tl
