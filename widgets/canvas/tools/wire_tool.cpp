// See the header.
#include "widgets/canvas/tools/wire_tool.h"

#include <QKeyEvent>
#include <QPainter>

#include "widgets/canvas/canvas_core.h"
#include "widgets/canvas/canvas_painter.h"
#include "widgets/theme/theme.h"

namespace tl {

std::unique_ptr<WireTool> WireTool::fromPort(CanvasCore& core, PortRef port, QPointF at) {
    auto tool = std::make_unique<WireTool>(core, port, at);
    // An input that has a wire gives it out.
    if (!port.isOutput())
        if (const auto wires = core.scene.wiresAt(port); !wires.isEmpty()) tool->pressedWire_ = wires.front();
    return tool;
}

std::unique_ptr<WireTool> WireTool::fromWire(CanvasCore& core, int wire, QPointF at) {
    auto tool = std::make_unique<WireTool>(core, PortRef{core.scene.wires()[wire].from, -1}, at);
    tool->pressedWire_ = wire;
    return tool;
}

std::unique_ptr<WireTool> WireTool::byKeys(CanvasCore& core, PortRef port) {
    auto tool = std::make_unique<WireTool>(core, port, QPointF());
    tool->byClick_ = tool->byKeys_ = true;
    tool->takeUp();
    const int next = core.neighbour(port.node, port.isOutput() ? Qt::Key_Down : Qt::Key_Up);
    if (next >= 0) tool->aim(tool->firstFitting(next));
    return tool;
}

void WireTool::takeUp() {
    inHand_ = true;
    if (pressedWire_ >= 0) {
        taken_ = core_.scene.wires()[pressedWire_].data;
        anchor_ = {core_.scene.wires()[pressedWire_].from, -1};
    }
    core_.hovered.wire = -1;
    core_.updateCursor();
    core_.canvas.update();
}

void WireTool::aim(PortRef target) {
    if (!target.valid()) return;
    target_ = target;
    core_.hovered.port = target;
    core_.hovered.node = target.node;
    const auto& item = core_.scene.node(target.node);
    core_.reveal(target.node);
    const QString& reason = refusal(target);
    const QString more = reason.isEmpty() ? effect() : reason;
    core_.announce(more.isEmpty() ? NodeCanvas::tr("to %1").arg(item.data.id)
                                  : NodeCanvas::tr("to %1: %2").arg(item.data.id, more));
    core_.canvas.update();
}

CanvasTool::Hand WireTool::press(QPointF at, Qt::MouseButton button) {
    if (!byClick_ || button != Qt::LeftButton) return Hand::Empty;
    drop(at);
    return Hand::Empty;
}

void WireTool::move(QPointF at, Qt::KeyboardModifiers) {
    if (!inHand_) {
        if ((at - pressedAt_).manhattanLength() <= CanvasCore::kDragDistance) return;
        takeUp();
    }
    const QPointF point = core_.view.toScene(at);
    target_ = targetAt(point);
    core_.hovered.port = target_;
    core_.hovered.node = target_.valid() ? target_.node : core_.scene.nodeAt(point);
    core_.canvas.update();
}

CanvasTool::Hand WireTool::release(QPointF at, Qt::KeyboardModifiers) {
    if (inHand_) {
        if (byClick_) return Hand::Holds;
        drop(at);
        return Hand::Empty;
    }
    // A click on a free port takes a wire in hand until the next click; on a wire it has chosen that already.
    if (pressedWire_ >= 0) return Hand::Empty;
    byClick_ = true;
    takeUp();
    return Hand::Holds;
}

CanvasTool::Hand WireTool::key(QKeyEvent* event, bool* taken) {
    if (!inHand_) return Hand::Holds;
    *taken = true;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int next = core_.neighbour(target_.valid() ? target_.node : anchor_.node, Qt::Key(event->key()));
        if (next >= 0)
            aim(next == anchor_.node && core_.neighbour(next, Qt::Key(event->key())) >= 0
                    ? firstFitting(core_.neighbour(next, Qt::Key(event->key())))
                    : firstFitting(next));
        return Hand::Holds;
    }
    case Qt::Key_Tab:  // the card's next port
        if (target_.valid() && !target_.isOutput())
            aim({target_.node, (target_.port + 1) % std::max(core_.scene.portCount(target_.node), 1)});
        return Hand::Holds;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
    case Qt::Key_C: {
        if (!target_.valid()) return Hand::Holds;
        const QPointF at = core_.view.toWidget(core_.scene.portPosition(target_));
        if (const QString reason = refusal(target_); !reason.isEmpty()) {  // still in hand: another may fit
            core_.notice(reason, at);
            return Hand::Holds;
        }
        drop(at);
        return Hand::Empty;
    }
    default: *taken = false; return Hand::Holds;
    }
}

PortRef WireTool::targetAt(QPointF point) const {
    // Wide around ports; then a node's body stands for its first port that fits.
    if (const PortRef port = core_.scene.portAt(point, core_.portRadius() * 1.4);
        port.valid() && port.isOutput() != anchor_.isOutput())
        return port;
    const int i = core_.scene.nodeAt(point);
    return i < 0 || i == anchor_.node ? PortRef{} : firstFitting(i);
}

PortRef WireTool::firstFitting(int node) const {
    if (!anchor_.isOutput()) return core_.scene.node(node).data.hasOutput ? PortRef{node, -1} : PortRef{};
    PortRef first;
    const int count = core_.scene.portCount(node);
    for (int p = 0; p < count; ++p) {
        const PortRef port{node, p};
        if (!refusal(port).isEmpty()) continue;
        if (core_.scene.wiresAt(port).isEmpty()) return port;
        if (!first.valid()) first = port;
    }
    return first.valid() ? first : count > 0 ? PortRef{node, 0} : PortRef{};
}

const QString& WireTool::refusal(PortRef target) const {
    static const QString none;
    if (!core_.model || !target.valid() || !anchor_.valid()) return none;
    const qint64 key = (qint64(target.node) << 32) + target.port + 1;
    if (const auto found = refusals_.constFind(key); found != refusals_.constEnd()) return *found;
    QString reason;
    const QString anchorId = core_.scene.node(anchor_.node).data.id, targetId = core_.scene.node(target.node).data.id;
    if (target.isOutput() == anchor_.isOutput())
        reason = anchor_.isOutput() ? NodeCanvas::tr("an output goes to an input")
                                    : NodeCanvas::tr("an input takes an output");
    else if (target.node == anchor_.node)
        reason = NodeCanvas::tr("a node cannot feed itself");
    else if (taken_ && taken_->to == targetId && taken_->port == target.port)
        reason.clear();  // back where it came from
    else if (anchor_.isOutput())
        reason = core_.model->refuses(anchorId, targetId, target.port);
    else
        reason = core_.model->refuses(targetId, anchorId, anchor_.port);
    return *refusals_.insert(key, reason);
}

int WireTool::displaced() const {
    if (!inHand_ || !target_.valid() || !refusal(target_).isEmpty()) return -1;
    for (const int w : core_.scene.wiresAt(anchor_.isOutput() ? target_ : anchor_))
        if (!taken_ || core_.scene.wires()[w].data != *taken_) return w;
    return -1;
}

QString WireTool::effect() const {
    const int wire = displaced();
    if (wire < 0) return {};
    const CanvasLink& there = core_.scene.wires()[wire].data;
    const bool swaps = taken_ && taken_->to == there.to;
    return (swaps ? NodeCanvas::tr("swaps with the wire from %1") : NodeCanvas::tr("replaces the wire from %1"))
        .arg(there.from);
}

void WireTool::drop(QPointF at) {
    const QPointF point = core_.view.toScene(at);
    const PortRef target = byKeys_ ? target_ : targetAt(point);
    auto& canvas = core_.canvas;
    const QString anchorId = core_.scene.node(anchor_.node).data.id;
    const QString targetId = target.valid() ? core_.scene.node(target.node).data.id : QString();
    if (const QString reason = refusal(target); target.valid() && !reason.isEmpty()) {
        core_.notice(reason, at);
    } else if (target.valid() && taken_) {
        if (taken_->to != targetId || taken_->port != target.port)
            emit canvas.reconnectRequested(*taken_, targetId, target.port);
    } else if (target.valid()) {
        if (anchor_.isOutput())
            emit canvas.connectRequested(anchorId, targetId, target.port);
        else
            emit canvas.connectRequested(targetId, anchorId, anchor_.port);
    } else if (core_.scene.nodeAt(point) < 0) {
        if (taken_)
            emit canvas.disconnectRequested({*taken_});
        else
            core_.openPalette(at, anchor_);
    }
}

CanvasTool::PortLook WireTool::look(PortRef port) const {
    if (!inHand_) return PortLook::Plain;
    if (port == anchor_) return PortLook::Target;
    if (port.isOutput() == anchor_.isOutput() || !refusal(port).isEmpty()) return PortLook::Dimmed;
    return port == target_ ? PortLook::Target : PortLook::Plain;
}

void WireTool::paintScene(QPainter& painter) const {
    if (!inHand_) return;
    const auto& theme = Theme::instance();
    const bool refused = target_.valid() && !refusal(target_).isEmpty();
    const bool lands = target_.valid() && (byKeys_ || !refused);
    if (!lands && byKeys_) return;
    const QPointF end = lands ? core_.scene.portPosition(target_) : core_.view.toScene(core_.lastAt);
    paintLooseWire(painter, core_.scene.portPosition(anchor_), end, anchor_.isOutput(),
                   theme.color(refused ? Token::Bad : Token::Accent));
}

void WireTool::paintOverlay(QPainter& painter) const {
    if (!inHand_ || !target_.valid()) return;
    const QPointF at = byKeys_ ? core_.view.toWidget(core_.scene.portPosition(target_)) : core_.lastAt;
    if (const QString reason = refusal(target_); !reason.isEmpty())
        paintBubble(painter, core_, reason, at);
    else if (const QString hint = effect(); !hint.isEmpty())
        paintHint(painter, core_, hint, at);
}

}  // namespace tl
