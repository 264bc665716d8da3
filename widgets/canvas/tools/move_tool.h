// A press on a card: a click chooses it, a drag moves the selection on the grid (Alt: freely). A single loose layer
// that is dropped on a wire goes into it.
#pragma once

#include <QSet>
#include <QStringList>

#include "widgets/canvas/tools/canvas_tool.h"

namespace tl {

class MoveTool : public CanvasTool {
public:
    // wasSelected: the card was in the selection before the press.
    MoveTool(CanvasCore& core, int node, QPointF at, bool wasSelected);
    void move(QPointF at, Qt::KeyboardModifiers modifiers) override;
    Hand release(QPointF at, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;
    void sceneReloaded() override;
    Qt::CursorShape cursor() const override { return moves() ? Qt::SizeAllCursor : Qt::PointingHandCursor; }
    bool pansAtEdge() const override { return moves(); }
    bool showsCard() const override { return !moves(); }
    int litWire() const override { return wire_; }

private:
    bool moves() const { return !moving_.isEmpty(); }
    int wireBelow() const;  // for a loose layer in hand
    int node_;
    QPointF pressedAt_, from_;  // widget, scene
    bool wasSelected_;
    QStringList ids_;  // of what moves, in the model's order
    QSet<int> moving_;
    QPointF by_;
    int wire_ = -1;
};

}  // namespace tl
