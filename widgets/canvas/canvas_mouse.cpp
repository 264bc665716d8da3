// The mouse on the canvas: a press chooses the tool, which gets what follows. Escape or a second button leaves no
// trace.
#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>
#include <utility>

#include "widgets/canvas/canvas_core.h"
#include "widgets/canvas/tools/box_tool.h"
#include "widgets/canvas/tools/card_tool.h"
#include "widgets/canvas/tools/knife_tool.h"
#include "widgets/canvas/tools/map_tool.h"
#include "widgets/canvas/tools/move_tool.h"
#include "widgets/canvas/tools/pan_tool.h"
#include "widgets/canvas/tools/wire_tool.h"

namespace tl {

void CanvasCore::press(QMouseEvent* event) {
    ensureLoaded();
    const QPointF at = event->position();
    canvas.setFocus(Qt::MouseFocusReason);
    palette->dismiss();
    noticeText.clear();
    mouse = lastAt = at;
    lastModifiers = event->modifiers();

    if (auto held = std::move(tool)) {
        if (held->press(at, event->button()) == CanvasTool::Hand::Holds) tool = std::move(held);
        updateCursor();
        canvas.update();
        return;
    }
    const auto modifiers = event->modifiers();
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && spaceDown))
        return take(std::make_unique<PanTool>(*this, at));
    if (event->button() == Qt::RightButton && modifiers & Qt::ControlModifier)
        return take(std::make_unique<KnifeTool>(*this, at));
    if (event->button() != Qt::LeftButton) return;
    if (minimap.rect(size()).contains(at)) return take(std::make_unique<MapTool>(*this, at));
    layOutCard();
    if (card.visible() && card.rect().contains(at)) return take(std::make_unique<CardTool>(*this, card.buttonAt(at)));

    const QPointF point = view.toScene(at);
    if (const PortRef port = view.zoom < 0.3 ? PortRef{} : scene.portAt(point, portRadius()); port.valid()) {
        if (!(modifiers & Qt::AltModifier)) return take(WireTool::fromPort(*this, port, at));
        QVector<CanvasLink> links;
        for (const int w : scene.wiresAt(port)) links.push_back(scene.wires()[w].data);
        if (!links.isEmpty()) emit canvas.disconnectRequested(links);
        return;
    }

    const bool add = modifiers & Qt::ShiftModifier, toggle = modifiers & Qt::ControlModifier;
    if (const int i = scene.nodeAt(point); i >= 0) {
        const QString id = scene.node(i).data.id;
        const bool was = selected.contains(id);
        auto ids = selected;
        if (toggle && was)
            ids.remove(id);
        else if (toggle || add || was)
            ids.insert(id);
        else
            ids = {id};
        setSelection(ids, toggle || add ? selectedWires : QVector<CanvasLink>{});
        dismissed.remove(id);
        setCurrent(id);
        return take(std::make_unique<MoveTool>(*this, i, at, was));
    }
    if (const int w = scene.wireAt(point, 7 / view.zoom); w >= 0) {
        const auto link = scene.wires()[w].data;
        auto links = toggle || add ? selectedWires : QVector<CanvasLink>{};
        if (toggle && links.contains(link))
            links.removeAll(link);
        else if (!links.contains(link))
            links.push_back(link);
        setSelection(toggle || add ? selected : QSet<QString>{}, links);
        return take(WireTool::fromWire(*this, w, at));
    }
    if (!add && !toggle) setSelection({});
    take(std::make_unique<BoxTool>(*this, at, add || toggle ? selected : QSet<QString>{}));
}

void CanvasCore::move(QMouseEvent* event) {
    ensureLoaded();
    const QPointF at = event->position();
    mouse = at;
    if (!tool) return hover(at);
    lastAt = at;
    lastModifiers = event->modifiers();
    tool->move(at, event->modifiers());
    panAtEdge();
}

void CanvasCore::release(QMouseEvent* event) {
    ensureLoaded();
    auto held = std::move(tool);  // its intentions may change the network while it ends
    if (!held) return;
    if (held->release(event->position(), event->modifiers()) == CanvasTool::Hand::Holds) {
        tool = std::move(held);
    } else {
        panTimer_.stop();
        ensureLoaded();
        hover(event->position());
    }
    updateCursor();
    canvas.update();
}

void CanvasCore::doubleClick(QMouseEvent* event) {
    ensureLoaded();
    if (event->button() != Qt::LeftButton || tool) return press(event);
    const QPointF at = event->position(), point = view.toScene(at);
    layOutCard();
    if (minimap.rect(size()).contains(at) || card.rect().contains(at) || scene.portAt(point, portRadius()).valid())
        return press(event);
    if (const int i = scene.nodeAt(point); i >= 0)
        emit canvas.openRequested(scene.node(i).data.id);
    else if (scene.wireAt(point, 7 / view.zoom) < 0)
        openPalette(at, {});
}

void CanvasCore::wheel(QWheelEvent* event) {
    ensureLoaded();
    const QPointF delta = event->angleDelta();
    const auto modifiers = event->modifiers();
    auto next = view;
    if (modifiers & Qt::ControlModifier || (!wheelPans && !(modifiers & Qt::ShiftModifier)))
        next.zoomAt(event->position(), view.zoom * std::pow(1.0015, delta.y() != 0 ? delta.y() : delta.x()));
    else if (modifiers & Qt::ShiftModifier)
        next.offset += QPointF(delta.x() != 0 ? delta.x() : delta.y(), 0) * 0.5;
    else
        next.offset += delta * 0.5;
    viewTouched = true;
    palette->dismiss();
    setView(next);
    if (tool) tool->move(event->position(), modifiers);
    event->accept();
}

void CanvasCore::hover(QPointF at) {
    const QPointF point = view.toScene(at);
    Hover now;
    lastAt = at;
    layOutCard();
    if (minimap.rect(size()).contains(at) || (card.visible() && card.rect().contains(at))) {
        now.cardButton = card.buttonAt(at);
    } else {
        if (view.zoom >= 0.3) now.port = scene.portAt(point, portRadius());
        now.node = now.port.valid() ? now.port.node : scene.nodeAt(point);
        if (now.node < 0) now.wire = scene.wireAt(point, 7 / view.zoom);
    }
    if (now == hovered) return;
    const Hover before = std::exchange(hovered, now);
    updateCursor();
    if (before.wire != now.wire || before.cardButton != now.cardButton) return canvas.update();
    for (const int node : {before.node, now.node})
        if (node >= 0 && node < scene.nodes().size()) canvas.update(areaOf(node));
}

void CanvasCore::leave() {
    mouse.reset();
    if (tool) return;
    hovered = {};
    canvas.update();
}

void CanvasCore::updateCursor() {
    canvas.setCursor(tool                                     ? tool->cursor()
                     : spaceDown                              ? Qt::OpenHandCursor
                     : hovered.cardButton != ErrorCard::kNone ? Qt::PointingHandCursor
                     : hovered.port.valid()                   ? Qt::CrossCursor
                     : hovered.node >= 0 || hovered.wire >= 0 ? Qt::PointingHandCursor
                                                              : Qt::ArrowCursor);
}

void CanvasCore::contextMenu(QContextMenuEvent* event) {
    ensureLoaded();
    if (tool) return;
    QString id;
    QPoint global = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        id = canvas.currentNode();
        if (!id.isEmpty()) global = canvas.mapToGlobal(canvas.nodeCenter(id));
    } else {
        const QPointF point = view.toScene(QPointF(event->pos()));
        if (const int i = scene.nodeAt(point); i >= 0) {
            id = scene.node(i).data.id;
            if (!selected.contains(id)) setSelection({id});
        } else if (const int w = scene.wireAt(point, 7 / view.zoom); w >= 0) {
            setSelection({}, {scene.wires()[w].data});
        }
    }
    emit canvas.contextMenuRequested(global, id);
}

}  // namespace tl
