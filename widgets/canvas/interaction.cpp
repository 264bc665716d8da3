// The mouse on the canvas, as one small state machine: a press chooses a mode, moves feed it, the release ends it with
// an intention. Nothing here changes the model; Escape or a second button leaves no trace.
#include <QGuiApplication>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/canvas/canvas_impl.h"

namespace tl {

double NodeCanvas::Impl::portRadius() const { return std::clamp(11 / view.zoom, 8.0, 16.0); }

void NodeCanvas::Impl::press(QMouseEvent* event) {
    ensureLoaded();
    const QPointF at = event->position();
    canvas.setFocus(Qt::MouseFocusReason);
    finishRename(true);
    palette->dismiss();
    noticeText.clear();
    pressedAt = lastAt = at;
    lastModifiers = event->modifiers();

    if (mode == Mode::Wire && wireByClick) {
        if (event->button() == Qt::LeftButton)
            dropWire(at);
        else
            cancel();
        return;
    }
    if (mode != Mode::Idle) {  // a second button while one is held
        cancel();
        return;
    }
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && spaceDown)) {
        mode = Mode::Pan;
        updateCursor();
        return;
    }
    if (event->button() != Qt::LeftButton) return;

    if (minimap.rect(size()).contains(at)) {
        mode = Mode::Map;
        dragTo(at, event->modifiers());
        return;
    }
    layOutCard();
    if (card.visible() && card.rect().contains(at)) {
        pressedButton = card.buttonAt(at);
        mode = Mode::PressCard;
        canvas.update();
        return;
    }

    const QPointF point = view.toScene(at);
    const PortRef port = view.zoom < 0.3 ? PortRef{} : scene.portAt(point, portRadius());
    if (port.valid()) {
        if (event->modifiers() & Qt::AltModifier) {
            QVector<CanvasLink> links;
            for (const int w : scene.wiresAt(port)) links.push_back(scene.wires()[w].data);
            if (!links.isEmpty()) emit canvas.disconnectRequested(links);
            return;
        }
        anchor = port;
        mode = Mode::PressPort;
        return;
    }

    const bool add = event->modifiers() & Qt::ShiftModifier, toggle = event->modifiers() & Qt::ControlModifier;
    if (const int i = scene.nodeAt(point); i >= 0) {
        const QString id = scene.node(i).data.id;
        pressedSelected = selected.contains(id);
        pressedNode = i;
        auto ids = selected;
        if (toggle && pressedSelected)
            ids.remove(id);
        else if (toggle || add || pressedSelected)
            ids.insert(id);
        else
            ids = {id};
        setSelection(ids, toggle || add ? selectedWires : QVector<CanvasLink>{});
        mode = Mode::PressNode;
        return;
    }
    if (const int w = scene.wireAt(point, 7 / view.zoom); w >= 0) {
        const auto link = scene.wires()[w].data;
        auto links = selectedWires;
        if (toggle && links.contains(link))
            links.removeAll(link);
        else if (toggle || add) {
            if (!links.contains(link)) links.push_back(link);
        } else
            links = {link};
        setSelection(toggle || add ? selected : QSet<QString>{}, links);
        hoverWire = w;
        mode = Mode::PressWire;
        return;
    }
    mode = Mode::Box;
    boxBase = add || toggle ? selected : QSet<QString>{};
    if (!add && !toggle) setSelection({});
}

void NodeCanvas::Impl::move(QMouseEvent* event) {
    ensureLoaded();
    const QPointF at = event->position();
    if (mode == Mode::Idle)
        hover(at);
    else
        dragTo(at, event->modifiers());
}

void NodeCanvas::Impl::dragTo(QPointF at, Qt::KeyboardModifiers modifiers) {
    const bool far = (at - pressedAt).manhattanLength() > kDragDistance;
    const QPointF step = at - lastAt;
    lastAt = at;
    lastModifiers = modifiers;
    switch (mode) {
    case Mode::Pan: {
        auto next = view;
        next.offset += step;
        viewTouched = true;
        setView(next);
        break;
    }
    case Mode::Map: {
        auto next = view;
        next.centerOn(minimap.sceneAt(at, scene, view, size()), QPointF(canvas.width() / 2.0, canvas.height() / 2.0));
        viewTouched = true;
        setView(next);
        break;
    }
    case Mode::PressNode:
        if (!far || !selected.contains(scene.node(pressedNode).data.id)) break;
        mode = Mode::MoveNodes;
        moving.clear();
        for (const auto& id : selected) moving.insert(scene.index(id));
        [[fallthrough]];
    case Mode::MoveNodes: moveSelectionTo(view.toScene(at), modifiers & Qt::AltModifier); break;
    case Mode::PressPort: {
        if (!far) break;
        const auto wires = anchor.isOutput() ? QVector<int>{} : scene.wiresAt(anchor);
        if (wires.isEmpty()) {
            takeWire(anchor, std::nullopt, false);
        } else {
            const auto& wire = scene.wires()[wires.front()];
            takeWire({wire.from, -1}, wire.data, false);
        }
        hover(at);
        break;
    }
    case Mode::PressWire:
        if (far && hoverWire >= 0 && hoverWire < scene.wires().size()) {
            const auto& wire = scene.wires()[hoverWire];
            takeWire({wire.from, -1}, wire.data, false);
        }
        break;
    case Mode::Wire:
        hover(at);
        canvas.update();
        break;
    case Mode::Box: selectBox(at); break;
    case Mode::PressCard:
    case Mode::Idle: break;
    }
    const bool pans = mode == Mode::MoveNodes || mode == Mode::Wire || mode == Mode::Box;
    const QRectF calm = QRectF(canvas.rect()).adjusted(28, 28, -28, -28);
    if (pans && (mode != Mode::Box || far) && !calm.contains(at)) {
        if (!panTimer.isActive()) panTimer.start(16, this);
    } else {
        panTimer.stop();
    }
}

void NodeCanvas::Impl::release(QMouseEvent* event) {
    ensureLoaded();
    const QPointF at = event->position();
    if (mode == Mode::Idle || (mode == Mode::Wire && wireByClick)) return;
    panTimer.stop();
    const Mode ended = mode;
    switch (ended) {
    case Mode::PressNode:
        mode = Mode::Idle;
        // A click on one of several selected ones chooses it alone.
        if (pressedSelected && !(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)))
            setSelection({scene.node(pressedNode).data.id});
        break;
    case Mode::MoveNodes: dropNodes(); break;
    case Mode::PressPort:
        // A click on a port takes a wire in hand until the next click; a port that has one already is dragged.
        if (anchor.isOutput() || scene.wiresAt(anchor).isEmpty())
            takeWire(anchor, std::nullopt, true);
        else
            mode = Mode::Idle;
        break;
    case Mode::Wire: dropWire(at); break;
    case Mode::PressCard: {
        mode = Mode::Idle;
        const int button = pressedButton;
        pressedButton = -1;
        canvas.update();
        if (button >= 0 && card.buttonAt(at) == button) emit canvas.repairRequested(card.node(), button);
        break;
    }
    default: mode = Mode::Idle; break;
    }
    if (mode == Mode::Idle) hover(at);
    updateCursor();
    canvas.update();
}

void NodeCanvas::Impl::doubleClick(QMouseEvent* event) {
    ensureLoaded();
    if (event->button() != Qt::LeftButton || (mode == Mode::Wire && wireByClick)) return press(event);
    mode = Mode::Idle;
    const QPointF at = event->position(), point = view.toScene(at);
    layOutCard();
    if (minimap.rect(size()).contains(at) || card.rect().contains(at) || scene.portAt(point, portRadius()).valid())
        return press(event);
    if (const int i = scene.nodeAt(point); i >= 0)
        emit canvas.activated(scene.node(i).data.id);
    else if (scene.wireAt(point, 7 / view.zoom) < 0)
        canvas.openPalette(at.toPoint());
}

void NodeCanvas::Impl::wheel(QWheelEvent* event) {
    ensureLoaded();
    const QPointF delta = event->angleDelta();
    auto next = view;
    const bool zooms =
        event->modifiers() & Qt::ControlModifier || (!wheelPans && !(event->modifiers() & Qt::ShiftModifier));
    if (zooms)
        next.zoomAt(event->position(), view.zoom * std::pow(1.0015, delta.y() != 0 ? delta.y() : delta.x()));
    else if (event->modifiers() & Qt::ShiftModifier)
        next.offset += QPointF(delta.x() != 0 ? delta.x() : delta.y(), 0) * 0.5;
    else
        next.offset += delta * 0.5;
    viewTouched = true;
    palette->dismiss();
    setView(next);
    if (mode != Mode::Idle) dragTo(event->position(), event->modifiers());
    event->accept();
}

void NodeCanvas::Impl::hover(QPointF at) {
    const QPointF point = view.toScene(at);
    const auto before = std::make_tuple(hoverNode, hoverWire, hoverButton, hoverPort.node, hoverPort.port);
    hoverNode = hoverWire = hoverButton = -1;
    hoverPort = {};
    lastAt = at;
    const bool overlay = minimap.rect(size()).contains(at) || (card.visible() && card.rect().contains(at));
    if (mode == Mode::Wire) {
        hoverPort = targetAt(point);
        hoverNode = hoverPort.valid() ? hoverPort.node : scene.nodeAt(point);
    } else if (overlay) {
        hoverButton = card.buttonAt(at);
    } else {
        if (view.zoom >= 0.3) hoverPort = scene.portAt(point, portRadius());
        hoverNode = hoverPort.valid() ? hoverPort.node : scene.nodeAt(point);
        if (hoverNode < 0) hoverWire = scene.wireAt(point, 7 / view.zoom);
    }
    if (before != std::make_tuple(hoverNode, hoverWire, hoverButton, hoverPort.node, hoverPort.port)) {
        updateCursor();
        canvas.update();
    }
}

void NodeCanvas::Impl::updateCursor() {
    const auto shape = mode == Mode::Pan                  ? Qt::ClosedHandCursor
                       : spaceDown                        ? Qt::OpenHandCursor
                       : mode == Mode::Wire               ? Qt::CrossCursor
                       : mode == Mode::MoveNodes          ? Qt::SizeAllCursor
                       : hoverButton >= 0                 ? Qt::PointingHandCursor
                       : hoverPort.valid()                ? Qt::CrossCursor
                       : hoverNode >= 0 || hoverWire >= 0 ? Qt::PointingHandCursor
                                                          : Qt::ArrowCursor;
    canvas.setCursor(shape);
}

void NodeCanvas::Impl::cancel() {
    const bool moved = mode == Mode::MoveNodes;
    mode = Mode::Idle;
    panTimer.stop();
    takenWire.reset();
    anchor = {};
    refusals.clear();
    spliceWire = pressedButton = -1;
    if (moved && !stale) scene.shift(moving, {});
    moving.clear();
    updateCursor();
    canvas.update();
}

void NodeCanvas::Impl::moveSelectionTo(QPointF point, bool free) {
    movedBy = point - view.toScene(pressedAt);
    if (!free) {
        const QPointF start = scene.node(pressedNode).data.position;
        movedBy = snapped(start + movedBy) - start;
    }
    scene.shift(moving, movedBy);
    spliceWire = wireUnderNode();
    canvas.update();
}

int NodeCanvas::Impl::wireUnderNode() const {
    if (moving.size() != 1) return -1;
    const int i = *moving.begin();
    const auto& item = scene.node(i);
    if (item.data.inputs < 1 || !item.data.hasOutput || scene.connected(i)) return -1;
    return scene.wireAt(item.rect.center(), 20);
}

void NodeCanvas::Impl::dropNodes() {
    const QStringList ids = selectedInOrder();
    const QPointF by = movedBy;
    const auto into = spliceWire >= 0 ? std::optional(scene.wires()[spliceWire].data) : std::nullopt;
    cancel();
    movedBy = {};
    if (into)
        emit canvas.spliceRequested(ids.front(), by, *into);
    else if (!by.isNull())
        emit canvas.moveRequested(ids, by);
}

void NodeCanvas::Impl::selectBox(QPointF at) {
    const QRectF box = view.toScene(QRectF(pressedAt, at).normalized());
    auto ids = boxBase;
    for (const int i : scene.nodesIn(box)) {
        const QString& id = scene.node(i).data.id;
        if (lastModifiers & Qt::ControlModifier && boxBase.contains(id))
            ids.remove(id);
        else
            ids.insert(id);
    }
    setSelection(ids);
    canvas.update();
}

void NodeCanvas::Impl::autoPan() {
    const QRectF calm = QRectF(canvas.rect()).adjusted(28, 28, -28, -28);
    const auto pull = [](double value, double low, double high) {
        return value < low ? std::min(low - value, 40.0) : value > high ? -std::min(value - high, 40.0) : 0.0;
    };
    const QPointF step(pull(lastAt.x(), calm.left(), calm.right()) * 0.4,
                       pull(lastAt.y(), calm.top(), calm.bottom()) * 0.4);
    if (step.isNull() || mode == Mode::Idle) {
        panTimer.stop();
        return;
    }
    auto next = view;
    next.offset += step;
    pressedAt += step;  // the press stays where it was in the scene
    viewTouched = true;
    setView(next);
    dragTo(lastAt, lastModifiers);
}

void NodeCanvas::contextMenuEvent(QContextMenuEvent* event) {
    impl_->ensureLoaded();
    if (impl_->mode != Impl::Mode::Idle) return;
    QString id;
    QPoint global = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        id = currentNode();
        if (!id.isEmpty()) global = mapToGlobal(nodeCenter(id));
    } else {
        const QPointF point = impl_->view.toScene(QPointF(event->pos()));
        if (const int i = impl_->scene.nodeAt(point); i >= 0) {
            id = impl_->scene.node(i).data.id;
            if (!impl_->selected.contains(id)) impl_->setSelection({id});
        } else if (const int w = impl_->scene.wireAt(point, 7 / impl_->view.zoom); w >= 0) {
            impl_->setSelection({}, {impl_->scene.wires()[w].data});
        }
    }
    emit contextMenuRequested(global, id);
}

}  // namespace tl
