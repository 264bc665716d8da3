// What a hand on the canvas is doing between a press and a release (or, for a wire taken by a click or a key, until the
// next one): one small class each. The canvas hands the tool in hand every event; the tool changes the view or the
// selection, or emits an intention when it ends. Points are widget coordinates.
#pragma once

#include <QPointF>
#include <Qt>

#include "widgets/canvas/canvas_scene.h"

class QKeyEvent;
class QPainter;

namespace tl {

class CanvasCore;

class CanvasTool {
public:
    enum class Hand { Empty, Holds };  // after an event: the tool is put away, or stays
    enum class PortLook { Plain, Target, Dimmed };

    explicit CanvasTool(CanvasCore& core) : core_(core) {}
    virtual ~CanvasTool() = default;
    virtual Hand press(QPointF at, Qt::MouseButton button);  // a second one; cancels
    virtual void move(QPointF at, Qt::KeyboardModifiers modifiers) = 0;
    virtual Hand release(QPointF at, Qt::KeyboardModifiers modifiers) = 0;
    virtual Hand key(QKeyEvent* event, bool* taken);
    virtual void cancel() {}         // leaves no trace
    virtual void sceneReloaded() {}  // nodes stand where the model has them

    virtual Qt::CursorShape cursor() const { return Qt::ArrowCursor; }
    virtual bool pansAtEdge() const { return false; }
    virtual bool outlivesChanges() const { return false; }  // the network may change meanwhile
    virtual bool showsCard() const { return true; }

    // What the painter asks.
    virtual int litWire() const { return -1; }                        // the one that would be inserted into
    virtual const CanvasLink* hiddenWire() const { return nullptr; }  // is in hand
    virtual PortLook look(PortRef) const { return PortLook::Plain; }
    virtual bool wiring() const { return false; }
    virtual void paintScene(QPainter&) const {}    // above the nodes
    virtual void paintOverlay(QPainter&) const {}  // widget coordinates

protected:
    CanvasCore& core_;
};

}  // namespace tl
