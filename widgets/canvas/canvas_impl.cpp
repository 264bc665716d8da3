// Selection, view, renaming and the model's changes: what the canvas keeps between events.
#include "widgets/canvas/canvas_impl.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QTimerEvent>
#include <algorithm>
#include <cmath>

#include "widgets/theme/theme.h"

namespace tl {

NodeCanvas::Impl::Impl(NodeCanvas& owner) : canvas(owner), palette(new SearchPalette(&owner)) {
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        scene.relayoutTexts();
        canvas.update();
    });
    connect(palette, &SearchPalette::chosen, this, [this](const QString& type) {
        const QString node = paletteNode;
        const PortRef from = paletteAnchor;
        paletteNode.clear();
        // The new node hangs by the port that the wire is for.
        const double top = node.isEmpty() ? kNodeHeight / 2.0 : from.isOutput() ? 0 : kNodeHeight;
        const QPointF at = snapped(paletteAt - QPointF(kNodeWidth / 2.0, top));
        emit canvas.createRequested(type, at, from.isOutput() ? node : QString(), from.isOutput() ? QString() : node,
                                    from.isOutput() ? 0 : from.port);
    });
    connect(palette, &SearchPalette::dismissed, this, [this] {
        paletteNode.clear();
        canvas.update();
    });
}

void NodeCanvas::Impl::setModel(GraphModel* newModel) {
    if (model) model->disconnect(this);
    cancel();
    model = newModel;
    stale = true;
    viewTouched = fitAll = false;
    selected.clear();
    selectedWires.clear();
    if (model) {
        connect(model, &GraphModel::structureChanged, this, &Impl::structureChanged);
        connect(model, &GraphModel::nodeChanged, this, &Impl::nodeChanged);
        connect(model, &GraphModel::labelsChanged, this, &Impl::linksChanged);
        connect(model, &QObject::destroyed, this, &Impl::structureChanged);
    }
    showStart();
    emit canvas.selectionChanged();
    canvas.update();
}

void NodeCanvas::Impl::ensureLoaded() const {
    if (!stale) return;
    stale = false;
    scene.load(model);
}

void NodeCanvas::Impl::structureChanged() {
    // Many changes may come in one go; one reload serves them all.
    if (!stale) QMetaObject::invokeMethod(this, &Impl::prune, Qt::QueuedConnection);
    stale = true;
    hoverNode = hoverWire = -1;
    hoverPort = {};
    if (mode != Mode::Pan && mode != Mode::Map) cancel();
    canvas.update();
}

void NodeCanvas::Impl::nodeChanged(const QString& id) {
    if (!stale) {
        scene.reloadNode(model, id);
        if (mode == Mode::MoveNodes) scene.shift(moving, movedBy);
    }
    canvas.update();
}

void NodeCanvas::Impl::linksChanged() {
    if (!stale) {
        scene.reloadLinks(model);
        spliceWire = hoverWire = ghostWire = -1;
    }
    canvas.update();
}

void NodeCanvas::Impl::prune() {
    ensureLoaded();
    QSet<QString> nodes;
    for (const auto& id : selected)
        if (scene.index(id) >= 0) nodes.insert(id);
    QVector<CanvasLink> links;
    for (const auto& link : selectedWires)
        if (scene.wireIndex(link) >= 0) links.push_back(link);
    setSelection(nodes, links);
    if (!viewTouched) showStart();
}

void NodeCanvas::Impl::setSelection(const QSet<QString>& nodes, const QVector<CanvasLink>& links) {
    if (nodes == selected && links == selectedWires) return;
    selected = nodes;
    selectedWires = links;
    scene.raise(selected);
    canvas.update();
    describeForScreenReaders();
    emit canvas.selectionChanged();
}

QStringList NodeCanvas::Impl::selectedInOrder() const {
    ensureLoaded();
    QStringList ids;
    for (const auto& item : scene.nodes())
        if (selected.contains(item.data.id)) ids.push_back(item.data.id);
    return ids;
}

void NodeCanvas::Impl::describeForScreenReaders() {
    const auto ids = selectedInOrder();
    QString text;
    if (ids.size() == 1) {
        const auto& data = scene.node(scene.index(ids.front())).data;
        text = QStringList{data.id, data.typeName, data.summary, data.error}.join(QStringLiteral(", "));
    } else if (!ids.isEmpty()) {
        text = tr("%1 nodes selected").arg(ids.size());
    }
    canvas.setAccessibleDescription(text);
}

void NodeCanvas::Impl::setView(const ViewTransform& newView) {
    const bool zoomed = newView.zoom != view.zoom;
    view = newView;
    finishRename(true);
    canvas.update();
    if (zoomed) emit canvas.zoomChanged(view.zoom);
}

void NodeCanvas::Impl::frame(const QRectF& rect, double maxZoom) {
    if (rect.isEmpty() || canvas.width() < 20 || canvas.height() < 20) return;
    const double margin = 48;
    auto next = view;
    next.zoom = std::clamp(
        std::min((canvas.width() - 2 * margin) / rect.width(), (canvas.height() - 2 * margin) / rect.height()),
        ViewTransform::kMin, maxZoom);
    next.centerOn(rect.center(), QPointF(canvas.width() / 2.0, canvas.height() / 2.0));
    setView(next);
}

void NodeCanvas::Impl::showStart() {
    ensureLoaded();
    const QRectF all = scene.bounds();
    if (canvas.width() < 20) return;
    if (all.isEmpty()) return setView({});
    frame(all, 1.0);
    constexpr double readable = 0.75, start = 0.85;
    if (view.zoom >= readable || fitAll) return;
    auto next = view;
    next.zoom = start;
    const auto& first = *std::min_element(scene.nodes().begin(), scene.nodes().end(),
                                          [](const auto& a, const auto& b) { return a.rect.top() < b.rect.top(); });
    next.offset = QPointF(canvas.width() / 2.0, 40) - QPointF(first.rect.center().x(), first.rect.top()) * start;
    setView(next);
}

QPointF NodeCanvas::Impl::snapped(QPointF p) const {
    return {std::round(p.x() / kSnap) * kSnap, std::round(p.y() / kSnap) * kSnap};
}

void NodeCanvas::Impl::openPalette(QPointF at) {
    finishRename(true);
    paletteAt = view.toScene(at);
    const bool wired = paletteAnchor.valid() && !paletteNode.isEmpty();
    const bool needsInput = wired && paletteAnchor.isOutput(), needsOutput = wired && !paletteAnchor.isOutput();
    const QString purpose = needsInput    ? tr("Connect %1 to a new layer").arg(paletteNode)
                            : needsOutput ? tr("A new layer before %1").arg(paletteNode)
                                          : QString();
    palette->setLayers(layers);
    palette->open(at.toPoint(), purpose, [needsInput, needsOutput](const LayerEntry& entry) {
        return (!needsInput || entry.hasInput) && (!needsOutput || entry.hasOutput);
    });
}

void NodeCanvas::Impl::startRename(const QString& id) {
    ensureLoaded();
    const int i = scene.index(id);
    if (i < 0) return;
    finishRename(true);
    canvas.revealNode(id);
    renaming = id;
    rename = new QLineEdit(id, &canvas);
    rename->setObjectName(QStringLiteral("rename"));
    rename->setAccessibleName(tr("Name of the node"));
    const QRectF node = view.toWidget(scene.node(i).rect);
    const double width = std::max(node.width() - 32 * view.zoom, 120.0);
    rename->setGeometry(QRectF(node.left() + 28 * view.zoom, node.top() + 2, width, 26).toRect());
    rename->selectAll();
    rename->show();
    rename->setFocus(Qt::PopupFocusReason);
    rename->installEventFilter(this);
    connect(rename, &QLineEdit::editingFinished, this, [this] { finishRename(true); });
}

void NodeCanvas::Impl::finishRename(bool accept) {
    if (!rename) return;
    const QString name = rename->text().trimmed(), id = renaming;
    const bool hadFocus = rename->hasFocus();
    rename->removeEventFilter(this);
    rename->disconnect(this);
    rename->hide();
    rename->deleteLater();
    rename = nullptr;
    if (hadFocus) canvas.setFocus(Qt::PopupFocusReason);
    if (accept && !name.isEmpty() && name != id) emit canvas.renameRequested(id, name);
}

bool NodeCanvas::Impl::eventFilter(QObject* watched, QEvent* event) {
    if (watched == rename && event->type() == QEvent::ShortcutOverride) {
        event->accept();
    } else if (watched == rename && event->type() == QEvent::KeyPress &&
               static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        finishRename(false);
        return true;
    }
    return QObject::eventFilter(watched, event);
}

void NodeCanvas::Impl::notice(const QString& text, QPointF at) {
    noticeText = text;
    noticeAt = at;
    noticeTimer.start(2500, this);
    canvas.update();
}

void NodeCanvas::Impl::timerEvent(QTimerEvent* event) {
    if (event->timerId() == noticeTimer.timerId()) {
        noticeTimer.stop();
        noticeText.clear();
        canvas.update();
    } else if (event->timerId() == panTimer.timerId()) {
        autoPan();
    }
}

}  // namespace tl
