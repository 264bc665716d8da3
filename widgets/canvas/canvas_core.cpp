// Selection, view, and the model's changes: what the canvas keeps between events. Changes are only noted when they come,
// and taken in once, when somebody looks.
#include "widgets/canvas/canvas_core.h"

#include <QTimerEvent>
#include <algorithm>
#include <cmath>

#include "widgets/canvas/accessible_canvas.h"
#include "widgets/theme/theme.h"

namespace tl {

CanvasCore::CanvasCore(NodeCanvas& owner)
    : canvas(owner), palette(new SearchPalette(&owner)), names(new NameEdit(&owner)), drop(*this) {
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        scene.relayoutTexts();
        canvas.update();
    });
    connect(palette, &SearchPalette::chosen, this, &CanvasCore::chosen);
    connect(palette, &SearchPalette::dismissed, this, [this] {
        paletteNode.clear();
        paletteAfter.clear();
        canvas.update();
    });
    connect(names, &NameEdit::named, &canvas, &NodeCanvas::renameRequested);
    connect(names, &NameEdit::closed, this, [this](bool hadFocus) {
        if (hadFocus) canvas.setFocus(Qt::PopupFocusReason);
    });
}

CanvasCore::~CanvasCore() = default;

void CanvasCore::setModel(GraphModel* newModel) {
    if (model) model->disconnect(this);
    cancel();
    model = newModel;
    stale_ = true;
    viewTouched = fitAll = false;
    selected.clear();
    selectedWires.clear();
    dismissed.clear();
    current.clear();
    if (model) {
        connect(model, &GraphModel::structureChanged, this, &CanvasCore::structureChanged);
        connect(model, &GraphModel::nodeChanged, this, &CanvasCore::nodeChanged);
        connect(model, &GraphModel::labelsChanged, this, &CanvasCore::linksChanged);
        connect(model, &QObject::destroyed, this, &CanvasCore::structureChanged);
    }
    showStart();
    emit canvas.selectionChanged();
    canvas.update();
}

void CanvasCore::ensureLoaded() const {
    if (stale_) {
        scene.load(model);
    } else {
        for (const QString& id : staleNodes_) scene.reloadNode(model, id);
        if (staleLinks_) scene.reloadLinks(model);
        if (!staleNodes_.isEmpty()) scene.settle();
        if (tool && (staleLinks_ || !staleNodes_.isEmpty())) tool->sceneReloaded();
    }
    stale_ = staleLinks_ = false;
    staleNodes_.clear();
}

void CanvasCore::structureChanged() {
    // Many changes may come in one go; one reload serves them all.
    if (!stale_) QMetaObject::invokeMethod(this, &CanvasCore::prune, Qt::QueuedConnection);
    if (tool && !tool->outlivesChanges()) cancel();
    stale_ = true;
    hovered = {};
    drop.forgetWire();
    canvas.update();
}

void CanvasCore::nodeChanged(const QString& id) {
    staleNodes_.insert(id);
    canvas.update();
}

void CanvasCore::linksChanged() {
    staleLinks_ = true;
    hovered.wire = -1;
    drop.forgetWire();
    canvas.update();
}

void CanvasCore::prune() {
    ensureLoaded();
    QSet<QString> nodes;
    for (const auto& id : selected)
        if (scene.index(id) >= 0) nodes.insert(id);
    QVector<CanvasLink> links;
    for (const auto& link : selectedWires)
        if (scene.wireIndex(link) >= 0) links.push_back(link);
    setSelection(nodes, links);
    if (names->isOpen() && scene.index(names->node()) < 0) names->close();
    if (!viewTouched) showStart();
}

void CanvasCore::setSelection(const QSet<QString>& nodes, const QVector<CanvasLink>& links) {
    if (nodes == selected && links == selectedWires) return;
    selected = nodes;
    selectedWires = links;
    QSet<int> raised;
    for (const auto& id : selected) raised.insert(scene.index(id));
    scene.raise(raised);
    canvas.update();
    if (selected.size() == 1) {
        dismissed.remove(*selected.begin());  // asked for again
        setCurrent(*selected.begin());
    } else if (!selected.isEmpty()) {
        announce(NodeCanvas::tr("%1 layers selected").arg(selected.size()));
    } else {
        announce({});
    }
    emit canvas.selectionChanged();
}

void CanvasCore::choose(int node) {
    const QString id = scene.node(node).data.id;
    setSelection({id});
    setCurrent(id);
}

void CanvasCore::setCurrent(const QString& id) {
    current = id;
    announceCurrent(canvas, scene.index(id));
}

void CanvasCore::announce(const QString& text) { canvas.setAccessibleDescription(text); }

QStringList CanvasCore::selectedInOrder() const {
    ensureLoaded();
    QVector<int> places;
    for (const auto& id : selected)
        if (const int i = scene.index(id); i >= 0) places.push_back(i);
    std::sort(places.begin(), places.end());
    QStringList ids;
    for (const int i : places) ids.push_back(scene.node(i).data.id);
    return ids;
}

QStringList CanvasCore::selectedFromTheTop() const {
    QStringList ids = selectedInOrder();
    const auto place = [this](const QString& id) {
        const QPointF p = scene.node(scene.index(id)).rect.topLeft();
        return std::pair(p.y(), p.x());
    };
    std::stable_sort(ids.begin(), ids.end(),
                     [&](const QString& a, const QString& b) { return place(a) < place(b); });
    return ids;
}

int CanvasCore::neighbour(int node, Qt::Key arrow) const {
    const bool up = arrow == Qt::Key_Up, vertical = up || arrow == Qt::Key_Down;
    const QPointF from = scene.node(node).rect.center();
    const auto nearest = [&](const auto& candidates, const auto& cost) {
        int best = -1;
        double bestCost = 1e300;
        for (const int i : candidates)
            if (const double c = cost(i); i != node && c < bestCost) {
                bestCost = c;
                best = i;
            }
        return best;
    };
    if (vertical) {
        QVector<int> wired;
        for (const int w : up ? scene.wiresInto(node) : scene.wiresFrom(node))
            wired.push_back(up ? scene.wires()[w].from : scene.wires()[w].to);
        const int next = nearest(wired, [&](int i) {
            const QPointF d = scene.node(i).rect.center() - from;
            return std::abs(d.y()) + std::abs(d.x());
        });
        if (next >= 0) return next;
    }
    const QPointF way(arrow == Qt::Key_Left ? -1 : arrow == Qt::Key_Right ? 1 : 0, up ? -1 : vertical ? 1 : 0);
    for (const double reach : {600.0, 4000.0, 1e7}) {
        const int next = nearest(scene.nodesIn(QRectF(from, QSizeF()).adjusted(-reach, -reach, reach, reach)),
                                 [&](int i) {
                                     const QPointF d = scene.node(i).rect.center() - from;
                                     const double along = QPointF::dotProduct(d, way);
                                     if (along <= 1) return 1e300;
                                     return along + 2 * (std::abs(d.x() * way.y()) + std::abs(d.y() * way.x()));
                                 });
        if (next >= 0) return next;
    }
    return -1;
}

void CanvasCore::setView(const ViewTransform& newView) {
    const bool zoomed = newView.zoom != view.zoom;
    view = newView;
    if (names->isOpen()) {
        const QRectF card = view.toWidget(scene.node(std::max(scene.index(names->node()), 0)).rect);
        const double width = std::max(card.width() - 32 * view.zoom, 120.0);
        names->place(QRectF(card.left() + 28 * view.zoom, card.top() + 2, width, 26).toRect());
    }
    canvas.update();
    if (zoomed) emit canvas.zoomChanged(view.zoom);
}

// All, without a card below the minimap where that can be helped.
void CanvasCore::frameAll() {
    ensureLoaded();
    const QRectF all = scene.bounds(), map = minimap.rect(size());
    const QRectF room(QPointF(), size());
    if (all.isEmpty()) return;
    frame(all, room, 1.0);
    if (map.isEmpty() || scene.nodesIn(view.toScene(map.adjusted(-4, -4, 4, 4))).isEmpty()) return;
    const auto whole = view;
    const double right = map.right(), above = map.top();
    frame(all, room.adjusted(right - 24, 0, 0, 0), 1.0);
    const auto beside = view;
    frame(all, QRectF(0, 0, room.width(), above + 24), 1.0);
    if (beside.zoom > view.zoom) setView(beside);
    if (view.zoom < whole.zoom * 0.5) setView(whole);  // too dear
}

void CanvasCore::frame(const QRectF& rect, const QRectF& room, double maxZoom) {
    if (rect.isEmpty() || canvas.width() < 20 || canvas.height() < 20) return;
    const double margin = std::min(48.0, std::min(room.width(), room.height()) / 8);
    auto next = view;
    const double fit =
        std::min((room.width() - 2 * margin) / rect.width(), (room.height() - 2 * margin) / rect.height());
    next.lowest = std::min(next.lowest, fit);
    next.zoom = std::clamp(fit, next.lowest, maxZoom);
    next.centerOn(rect.center(), room.center());
    setView(next);
}

void CanvasCore::showStart() {
    ensureLoaded();
    if (canvas.width() < 20) return;
    view.lowest = ViewTransform::kMin;
    const QRectF all = scene.bounds();
    if (all.isEmpty()) {
        setView({});
        return;
    }
    frameAll();
    constexpr double readable = 0.75, start = 0.85;
    if (view.zoom >= readable || fitAll) return;
    auto next = view;
    next.zoom = start;
    const auto& first = *std::min_element(scene.nodes().begin(), scene.nodes().end(),
                                          [](const auto& a, const auto& b) { return a.rect.top() < b.rect.top(); });
    next.offset = QPointF(canvas.width() / 2.0, 40) - QPointF(first.rect.center().x(), first.rect.top()) * start;
    setView(next);
}

void CanvasCore::reveal(int node) {
    auto next = view;
    if (next.zoom < 0.6) next.zoomAt(middle(), 0.85);
    const QRectF room = QRectF(canvas.rect()).adjusted(24, 24, -24, -24);
    const QRectF card = scene.node(node).rect;
    if (!room.contains(next.toWidget(card))) next.centerOn(card.center(), middle());
    if (next.zoom == view.zoom && next.offset == view.offset) return;
    viewTouched = true;
    setView(next);
}

QPointF CanvasCore::snapped(QPointF p) {
    return {std::round(p.x() / kSnap) * kSnap, std::round(p.y() / kSnap) * kSnap};
}

double CanvasCore::portRadius() const { return std::clamp(11 / view.zoom, 8.0, 16.0); }

void CanvasCore::openPalette(QPointF at, PortRef from) {
    paletteAt = view.toScene(at);
    paletteAfter.clear();
    paletteNode = from.valid() ? scene.node(from.node).data.id : QString();
    palettePort = from.port;
    const bool needsInput = from.valid() && from.isOutput(), needsOutput = from.valid() && !from.isOutput();
    const QString purpose = needsInput    ? NodeCanvas::tr("Connect %1 to a new layer").arg(paletteNode)
                            : needsOutput ? NodeCanvas::tr("A new layer before %1").arg(paletteNode)
                                          : QString();
    palette->setLayers(layers);
    palette->open(at.toPoint(), purpose, [needsInput, needsOutput](const LayerEntry& entry) {
        return (!needsInput || entry.hasInput) && (!needsOutput || entry.hasOutput);
    });
}

void CanvasCore::openPaletteAfterSelection(QPointF at) {
    QStringList after;
    for (const QString& id : selectedFromTheTop())
        if (scene.node(scene.index(id)).data.hasOutput) after << id;
    openPalette(at, {});
    if (after.isEmpty()) return;
    paletteAfter = after;
    palette->setPurpose(NodeCanvas::tr("A new layer after %1").arg(after.join(QStringLiteral(", "))));
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
    for (const int i : scene.nodesIn(view.toScene(room)))
        obstacles.push_back(view.toWidget(scene.node(i).rect).adjusted(-6, -6, 6, 6));
    card.layOut(scene.node(shown).data, view.toWidget(scene.node(shown).rect), room, obstacles);
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

void CanvasCore::take(std::unique_ptr<CanvasTool> next) {
    tool = std::move(next);
    updateCursor();
    canvas.update();
}

void CanvasCore::cancel() {
    panTimer_.stop();
    if (const auto ended = std::move(tool)) ended->cancel();
    updateCursor();
    canvas.update();
}

void CanvasCore::timerEvent(QTimerEvent* event) {
    if (event->timerId() == noticeTimer_.timerId()) {
        noticeTimer_.stop();
        noticeText.clear();
        canvas.update();
    } else if (event->timerId() == panTimer_.timerId()) {
        panAtEdge();
    }
}

namespace {
constexpr double kEdge = 28;  // px from the canvas's edge where a drag begins to pan
}

void CanvasCore::panAtEdge() {
    const QRectF calm = QRectF(canvas.rect()).adjusted(kEdge, kEdge, -kEdge, -kEdge);
    const auto pull = [](double value, double low, double high) {
        return value < low ? std::min(low - value, 40.0) : value > high ? -std::min(value - high, 40.0) : 0.0;
    };
    const QPointF step(pull(lastAt.x(), calm.left(), calm.right()) * 0.4,
                       pull(lastAt.y(), calm.top(), calm.bottom()) * 0.4);
    if (!tool || !tool->pansAtEdge() || step.isNull()) {
        panTimer_.stop();
        return;
    }
    if (!panTimer_.isActive()) {
        panTimer_.start(16, this);
        return;
    }
    auto next = view;
    next.offset += step;
    viewTouched = true;
    setView(next);
    tool->move(lastAt, lastModifiers);
}

}  // namespace tl
