// A press on the error card: a button acts when it is let go over it.
#pragma once

#include "widgets/canvas/tools/canvas_tool.h"

namespace tl {

class CardTool : public CanvasTool {
public:
    CardTool(CanvasCore& core, int button) : CanvasTool(core), button_(button) {}
    void move(QPointF at, Qt::KeyboardModifiers) override;
    Hand release(QPointF at, Qt::KeyboardModifiers) override;
    int pressedButton() const { return button_; }

private:
    int button_;  // ErrorCard::buttonAt
};

}  // namespace tl
