// What lies over the network: the palette and what its choice asks for, renaming, the error card, notices.
#include <algorithm>

#include "widgets/canvas/canvas_core.h"

namespace tl {

void CanvasCore::openPalette(QPointF at, PortRef from, const QStringList& after) {
    paletteAt = view.toScene(at);
    paletteAfter = after;
    paletteNode = from.valid() ? scene.node(from.node).data.id : QString();
    palettePort = from.port;
    const bool needsInput = from.valid() && from.isOutput(), needsOutput = from.valid() && !from.isOutput();
    QString purpose;
    if (needsInput) purpose = NodeCanvas::tr("Connect %1 to a new layer").arg(paletteNode);
    if (needsOutput) purpose = NodeCanvas::tr("A new layer before %1").arg(paletteNode);
    if (!after.isEmpty()) purpose = NodeCanvas::tr("A new layer after %1").arg(after.join(QStringLiteral(", ")));
    const int feeder = needsInput ? from.node : after.isEmpty() ? -1 : scene.index(after.back());
    palette->setLayers(layers);
    palette->open(at.toPoint(), purpose, feeder < 0 ? 0 : scene.node(feeder).data.axes,
                  [needsInput, needsOutput](const LayerEntry& entry) {
                      return (!needsInput || entry.hasInput) && (!needsOutput || entry.hasOutput);
                  });
}

void CanvasCore::openPaletteAfterSelection(QPointF at) {
    QStringList after;
    for (const QString& id : selectedFromTheTop())
        if (scene.node(scene.index(id)).data.hasOutput) after << id;
    openPalette(at, {}, after);
    if (after.isEmpty()) paletteAt = placeOfItsOwn();
}

QPointF CanvasCore::placeOfItsOwn() const {
    constexpr double kApart = 36;
    const auto shown = scene.nodesIn(view.toScene(QRectF(canvas.rect())));
    QRectF place({}, CanvasNode().size());
    place.moveCenter(view.toScene(mouse.value_or(middle())));
    if (!mouse && !shown.isEmpty()) {
        const auto bottom = [this](int node) { return scene.node(node).rect.bottom(); };
        const QRectF last = scene.node(*std::ranges::max_element(shown, {}, bottom)).rect;
        place.moveTopLeft({last.left(), last.bottom() + kApart});
    }
    for (auto taken = scene.nodesIn(place); !taken.isEmpty(); taken = scene.nodesIn(place))
        place.moveLeft(scene.node(taken.back()).rect.right() + kApart);
    return place.center();
}

void CanvasCore::chosen(const QString& type) {
    const QString node = paletteNode;
    const QStringList after = paletteAfter;
    const bool output = palettePort < 0;
    paletteNode.clear();
    paletteAfter.clear();
    viewTouched = true;
    if (!after.isEmpty()) {
        emit canvas.appendRequested(type, after);
        return;
    }
    // The new node hangs by the port that the wire is for.
    const double top = node.isEmpty() ? CanvasNode::kHeight / 2 : output ? 0 : CanvasNode::kHeight;
    const QPointF at = snapped(paletteAt - QPointF(CanvasNode::kWidth / 2, top));
    emit canvas.createRequested(type, at, output ? node : QString(), output ? QString() : node,
                                output ? 0 : palettePort);
    // Below the last card in view may be out of it.
    ensureLoaded();
    const QPointF center = QRectF(at, CanvasNode().size()).center();
    const int made = scene.nodeAt(center);
    if (made >= 0 && !QRectF(canvas.rect()).contains(view.toWidget(center))) reveal(made);
}

void CanvasCore::startRename(const QString& id) {
    ensureLoaded();
    const int i = scene.index(id);
    if (i < 0) return;
    reveal(i);
    names->open(id);
    setView(view);  // puts it in its place
}

// The selected node's, else the first one in view: one card at a time keeps the canvas calm.
void CanvasCore::layOutCard() {
    const QString chosen = selected.size() == 1 ? *selected.begin() : QString();
    const bool same = cardRevision_ == scene.revision() && cardView_.zoom == view.zoom &&
                      cardView_.offset == view.offset && cardRoom_ == size() &&
                      cardFor_ == chosen + QString::number(dismissed.size()) + QString::number(minimap.visible);
    if (same) return;
    cardRevision_ = scene.revision();
    cardView_ = view;
    cardRoom_ = size();
    cardFor_ = chosen + QString::number(dismissed.size()) + QString::number(minimap.visible);
    card.clear();
    if (view.zoom < 0.3) return;
    const QRectF room(canvas.rect());
    int shown = -1;
    for (const int i : scene.wrong()) {
        const auto& data = scene.node(i).data;
        if (dismissed.value(data.id) == data.error || !room.intersects(view.toWidget(scene.node(i).rect))) continue;
        if (data.id == chosen) {
            shown = i;
            break;
        }
        if (shown < 0 && !data.warning) shown = i;
    }
    if (shown < 0) return;
    QVector<QRectF> obstacles{minimap.rect(size())};
    for (const QRect& taken : taken_)
        if (!taken.isEmpty()) obstacles.push_back(QRectF(taken).adjusted(-6, -6, 6, 6));
    for (const int i : scene.nodesIn(view.toScene(room)))
        obstacles.push_back(view.toWidget(scene.node(i).rect).adjusted(-6, -6, 6, 6));
    card.layOut(scene.node(shown).data, view.toWidget(scene.node(shown).rect), room, obstacles);
}

void CanvasCore::setTaken(const QVector<QRect>& taken) {
    if (taken_ == taken) return;
    taken_ = taken;
    cardRevision_ = ~quint64{0};
    canvas.update();
}

bool CanvasCore::dismissCard() {
    layOutCard();
    if (!card.visible()) return false;
    const int i = scene.index(card.node());
    if (i >= 0) dismissed.insert(card.node(), scene.node(i).data.error);
    card.clear();
    cardRevision_ = ~quint64{0};
    hovered.cardButton = ErrorCard::kNone;
    canvas.update();
    return true;
}

void CanvasCore::notice(const QString& text, QPointF at) {
    noticeText = text;
    noticeAt = at;
    noticeTimer_.start(2500, this);
    announce(text);
    canvas.update();
}

}  // namespace tl
