// The wire in hand: where it may end, why not, and what is asked for when it is dropped. Answers of the model are kept
// for as long as the wire is held, since every port in view is asked about at each frame.
#include <algorithm>

#include "widgets/canvas/canvas_impl.h"

namespace tl {

void NodeCanvas::Impl::takeWire(PortRef from, std::optional<CanvasLink> taken, bool byClick) {
    anchor = from;
    takenWire = std::move(taken);
    wireByClick = byClick;
    refusals.clear();
    mode = Mode::Wire;
    hoverWire = -1;
    updateCursor();
    canvas.update();
}

PortRef NodeCanvas::Impl::targetAt(QPointF point) const {
    // Wide around ports; then a node's body stands for its first port that fits.
    if (const PortRef port = scene.portAt(point, portRadius() * 1.4);
        port.valid() && port.isOutput() != anchor.isOutput())
        return port;
    const int i = scene.nodeAt(point);
    if (i < 0 || i == anchor.node) return {};
    if (!anchor.isOutput()) return scene.node(i).data.hasOutput ? PortRef{i, -1} : PortRef{};
    PortRef first;
    for (int p = 0; p < scene.portCount(i); ++p) {
        const PortRef port{i, p};
        if (refusal(port).isEmpty() && (!first.valid() || scene.wiresAt(port).isEmpty())) {
            first = port;
            if (scene.wiresAt(port).isEmpty()) return port;
        }
    }
    return first.valid() ? first : scene.portCount(i) > 0 ? PortRef{i, 0} : PortRef{};
}

QString NodeCanvas::Impl::refusal(PortRef target) const {
    if (!model || !target.valid() || !anchor.valid()) return {};
    const qint64 key = qint64(target.node) * 4096 + target.port + 1;
    if (const auto found = refusals.constFind(key); found != refusals.constEnd()) return *found;
    QString reason;
    const QString anchorId = scene.node(anchor.node).data.id, targetId = scene.node(target.node).data.id;
    if (target.isOutput() == anchor.isOutput())
        reason = anchor.isOutput() ? tr("an output goes to an input") : tr("an input takes an output");
    else if (target.node == anchor.node)
        reason = tr("a node cannot feed itself");
    else if (takenWire && takenWire->to == targetId && takenWire->port == target.port)
        reason.clear();  // back where it came from
    else if (anchor.isOutput())
        reason = model->refuses(anchorId, targetId, target.port);
    else
        reason = model->refuses(targetId, anchorId, anchor.port);
    refusals.insert(key, reason);
    return reason;
}

void NodeCanvas::Impl::dropWire(QPointF at) {
    const QPointF point = view.toScene(at);
    const PortRef target = targetAt(point);
    const PortRef from = anchor;
    const auto taken = takenWire;
    const QString reason = refusal(target);
    const bool onNode = scene.nodeAt(point) >= 0;
    const QString anchorId = scene.node(from.node).data.id;
    const QString targetId = target.valid() ? scene.node(target.node).data.id : QString();
    cancel();
    if (target.valid() && !reason.isEmpty()) {
        notice(reason, at);
    } else if (target.valid() && taken) {
        if (taken->to != targetId || taken->port != target.port)
            emit canvas.reconnectRequested(*taken, targetId, target.port);
    } else if (target.valid()) {
        if (from.isOutput())
            emit canvas.connectRequested(anchorId, targetId, target.port);
        else
            emit canvas.connectRequested(targetId, anchorId, from.port);
    } else if (!onNode && taken) {
        emit canvas.disconnectRequested({*taken});
    } else if (!onNode) {
        paletteAnchor = from;
        paletteNode = anchorId;
        openPalette(at);
    }
}

}  // namespace tl
