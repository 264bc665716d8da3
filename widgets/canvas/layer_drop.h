// Drag and drop from outside: layers from the library, with a preview of the card and the wire that it would go into
// lit up, or the wire that it would get from the nearest card close above it, and files.
#pragma once

#include <QPointF>
#include <QRectF>
#include <optional>

#include "widgets/canvas/layer_search.h"

class QDragEnterEvent;
class QDragMoveEvent;
class QDropEvent;
class QPainter;

namespace tl {

class CanvasCore;

class LayerDrop {
public:
    explicit LayerDrop(CanvasCore& core) : core_(core) {}
    void enter(QDragEnterEvent* event);
    void move(QDragMoveEvent* event);
    void leave();
    void drop(QDropEvent* event);
    bool over() const { return layer_.has_value(); }
    int litWire() const { return wire_; }
    void forgetWire() { wire_ = above_ = -1; }
    void paint(QPainter& painter) const;  // scene coordinates

private:
    QRectF card() const;             // where it would stand
    int cardAbove() const;           // that would feed it; -1: none is so near
    int wireBehind(int card) const;  // that a layer dropped on it goes into; -1: none

    CanvasCore& core_;
    std::optional<LayerEntry> layer_;
    QPointF at_;  // scene
    int wire_ = -1, above_ = -1;
};

}  // namespace tl
