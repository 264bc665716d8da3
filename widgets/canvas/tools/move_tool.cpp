// See the header.
#include "widgets/canvas/tools/move_tool.h"

#include "widgets/canvas/canvas_core.h"

namespace tl {

MoveTool::MoveTool(CanvasCore& core, int node, QPointF at, bool wasSelected)
    : CanvasTool(core), node_(node), pressedAt_(at), from_(core.view.toScene(at)), wasSelected_(wasSelected) {}

void MoveTool::move(QPointF at, Qt::KeyboardModifiers modifiers) {
    if (!moves()) {
        const bool far = (at - pressedAt_).manhattanLength() > CanvasCore::kDragDistance;
        if (!far || !core_.selected.contains(core_.scene.node(node_).data.id)) return;
        ids_ = core_.selectedInOrder();  // a key may choose others meanwhile
        for (const auto& id : ids_) moving_.insert(core_.scene.index(id));
        core_.updateCursor();
    }
    by_ = core_.view.toScene(at) - from_;
    if (!(modifiers & Qt::AltModifier)) {
        const QPointF start = core_.scene.node(node_).data.position;
        by_ = CanvasCore::snapped(start + by_) - start;
    }
    core_.scene.shift(moving_, by_);
    wire_ = wireBelow();
    core_.canvas.update();
}

int MoveTool::wireBelow() const {
    if (moving_.size() != 1) return -1;
    const int i = *moving_.begin();
    const auto& item = core_.scene.node(i);
    if (item.data.inputs < 1 || !item.data.hasOutput || core_.scene.connected(i)) return -1;
    return core_.scene.wireAt(item.rect.center(), 20);
}

CanvasTool::Hand MoveTool::release(QPointF, Qt::KeyboardModifiers modifiers) {
    if (!moves()) {
        // A click on one of several selected ones chooses it alone.
        if (wasSelected_ && !(modifiers & (Qt::ShiftModifier | Qt::ControlModifier))) core_.choose(node_);
        return Hand::Empty;
    }
    const QStringList ids = ids_;
    const auto into = wire_ >= 0 ? std::optional(core_.scene.wires()[wire_].data) : std::nullopt;
    const QPointF by = by_;
    core_.scene.bringForward(ids);
    cancel();  // the model moves them, or does not
    if (into)
        emit core_.canvas.spliceRequested(ids.front(), by, *into);
    else if (!by.isNull())
        emit core_.canvas.moveRequested(ids, by, false);
    return Hand::Empty;
}

void MoveTool::sceneReloaded() { core_.scene.shift(moving_, by_); }

void MoveTool::cancel() {
    core_.scene.shift(moving_, {});
    core_.scene.settle();
    moving_.clear();
    wire_ = -1;
}

}  // namespace tl
