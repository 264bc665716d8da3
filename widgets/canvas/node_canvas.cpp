// The public face of the canvas: the model's changes come in, selection and view are kept here, events are handed to the
// parts of Impl that know them.
#include "widgets/canvas/node_canvas.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QNativeGestureEvent>
#include <QPainter>
#include <QTimerEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/canvas/canvas_impl.h"
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
    if (model)
        model->disconnect(this);
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
    if (!stale)
        return;
    stale = false;
    scene.load(model);
}

void NodeCanvas::Impl::structureChanged() {
    // Many changes may come in one go; one reload serves them all.
    if (!stale)
        QMetaObject::invokeMethod(this, &Impl::prune, Qt::QueuedConnection);
    stale = true;
    hoverNode = hoverWire = -1;
    hoverPort = {};
    if (mode != Mode::Pan && mode != Mode::Map)
        cancel();
    canvas.update();
}

void NodeCanvas::Impl::nodeChanged(const QString& id) {
    if (!stale) {
        scene.reloadNode(model, id);
        if (mode == Mode::MoveNodes)
            scene.shift(moving, movedBy);
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
        if (scene.index(id) >= 0)
            nodes.insert(id);
    QVector<CanvasLink> links;
    for (const auto& link : selectedWires)
        if (scene.wireIndex(link) >= 0)
            links.push_back(link);
    setSelection(nodes, links);
    if (!viewTouched)
        showStart();
}

void NodeCanvas::Impl::setSelection(const QSet<QString>& nodes, const QVector<CanvasLink>& links) {
    if (nodes == selected && links == selectedWires)
        return;
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
        if (selected.contains(item.data.id))
            ids.push_back(item.data.id);
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
    if (zoomed)
        emit canvas.zoomChanged(view.zoom);
}

void NodeCanvas::Impl::frame(const QRectF& rect, double maxZoom) {
    if (rect.isEmpty() || canvas.width() < 20 || canvas.height() < 20)
        return;
    const double margin = 48;
    auto next = view;
    next.zoom = std::clamp(std::min((canvas.width() - 2 * margin) / rect.width(),
                                    (canvas.height() - 2 * margin) / rect.height()),
                           ViewTransform::kMin, maxZoom);
    next.centerOn(rect.center(), QPointF(canvas.width() / 2.0, canvas.height() / 2.0));
    setView(next);
}

void NodeCanvas::Impl::showStart() {
    ensureLoaded();
    const QRectF all = scene.bounds();
    if (all.isEmpty() || canvas.width() < 20)
        return;
    frame(all, 1.0);
    constexpr double readable = 0.65, start = 0.85;
    if (view.zoom >= readable || fitAll)
        return;
    auto next = view;
    next.zoom = start;
    const auto& first = *std::min_element(scene.nodes().begin(), scene.nodes().end(), [](const auto& a, const auto& b) {
        return a.rect.top() < b.rect.top();
    });
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
    if (i < 0)
        return;
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
    if (!rename)
        return;
    const QString name = rename->text().trimmed(), id = renaming;
    const bool hadFocus = rename->hasFocus();
    rename->removeEventFilter(this);
    rename->disconnect(this);
    rename->hide();
    rename->deleteLater();
    rename = nullptr;
    if (hadFocus)
        canvas.setFocus(Qt::PopupFocusReason);
    if (accept && !name.isEmpty() && name != id)
        emit canvas.renameRequested(id, name);
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

NodeCanvas::NodeCanvas(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAcceptDrops(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(160, 120);
    setAccessibleName(tr("Network"));
    impl_ = std::make_unique<Impl>(*this);
}

NodeCanvas::~NodeCanvas() = default;

void NodeCanvas::setModel(GraphModel* model) { impl_->setModel(model); }

void NodeCanvas::setLayers(const QVector<LayerEntry>& layers) { impl_->layers = layers; }

void NodeCanvas::setEmptyText(const QString& title, const QString& hint) {
    impl_->emptyTitle = title;
    impl_->emptyHint = hint;
    update();
}

QStringList NodeCanvas::selectedNodes() const { return impl_->selectedInOrder(); }

QVector<CanvasLink> NodeCanvas::selectedLinks() const { return impl_->selectedWires; }

void NodeCanvas::select(const QStringList& nodes) {
    impl_->ensureLoaded();
    QSet<QString> ids;
    for (const auto& id : nodes)
        if (impl_->scene.index(id) >= 0)
            ids.insert(id);
    impl_->setSelection(ids);
}

QString NodeCanvas::currentNode() const {
    const auto ids = selectedNodes();
    return ids.size() == 1 ? ids.front() : QString();
}

double NodeCanvas::zoom() const { return impl_->view.zoom; }

void NodeCanvas::setZoom(double zoom) {
    auto view = impl_->view;
    view.zoomAt(QPointF(width() / 2.0, height() / 2.0), zoom);
    impl_->viewTouched = true;
    impl_->setView(view);
}

void NodeCanvas::frame(const QStringList& nodes) {
    impl_->ensureLoaded();
    impl_->viewTouched = !nodes.isEmpty();
    impl_->fitAll = nodes.isEmpty();
    impl_->frame(nodes.isEmpty() ? impl_->scene.bounds() : impl_->scene.bounds(nodes), nodes.isEmpty() ? 1.0 : 1.25);
}

void NodeCanvas::revealNode(const QString& id) {
    impl_->ensureLoaded();
    const int i = impl_->scene.index(id);
    if (i < 0)
        return;
    auto view = impl_->view;
    const QPointF middle(width() / 2.0, height() / 2.0);
    if (view.zoom < 0.6)
        view.zoomAt(middle, 0.85);
    const QRectF room = QRectF(rect()).adjusted(24, 24, -24, -24);
    if (!room.contains(view.toWidget(impl_->scene.node(i).rect)))
        view.centerOn(impl_->scene.node(i).rect.center(), middle);
    impl_->viewTouched = true;
    impl_->setView(view);
}

void NodeCanvas::setMinimapVisible(bool visible) {
    impl_->minimap.visible = visible;
    update();
}

bool NodeCanvas::minimapVisible() const { return impl_->minimap.visible; }

void NodeCanvas::setWheelPans(bool pans) { impl_->wheelPans = pans; }

void NodeCanvas::renameInPlace(const QString& id) { impl_->startRename(id); }

QPoint NodeCanvas::nodeCenter(const QString& id) const {
    impl_->ensureLoaded();
    const int i = impl_->scene.index(id);
    return i < 0 ? QPoint() : impl_->view.toWidget(impl_->scene.node(i).rect.center()).toPoint();
}

QPoint NodeCanvas::inputPort(const QString& id, int port) const {
    impl_->ensureLoaded();
    const int i = impl_->scene.index(id);
    return i < 0 ? QPoint() : impl_->view.toWidget(impl_->scene.inputPort(i, port)).toPoint();
}

QPoint NodeCanvas::outputPort(const QString& id) const {
    impl_->ensureLoaded();
    const int i = impl_->scene.index(id);
    return i < 0 ? QPoint() : impl_->view.toWidget(impl_->scene.outputPort(i)).toPoint();
}

QPointF NodeCanvas::toScene(const QPoint& widgetPoint) const { return impl_->view.toScene(QPointF(widgetPoint)); }

QRect NodeCanvas::repairButton(int repair) const {
    impl_->ensureLoaded();
    impl_->layOutCard();
    return impl_->card.buttonRect(repair).toRect();
}

void NodeCanvas::openPalette(const QPoint& at) {
    QPoint point = at;
    if (point.isNull()) {
        point = mapFromGlobal(QCursor::pos());
        if (!rect().contains(point))
            point = rect().center() - QPoint(150, 120);
    }
    impl_->paletteNode.clear();
    impl_->paletteAnchor = {};
    impl_->openPalette(point);
}

bool NodeCanvas::event(QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        // Tab would move the focus before keyPressEvent saw it; Ctrl+Tab still does.
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Tab && key->modifiers() == Qt::NoModifier) {
            openPalette();
            return true;
        }
        if ((key->key() == Qt::Key_Tab || key->key() == Qt::Key_Backtab) && key->modifiers() & Qt::ControlModifier)
            return focusNextPrevChild(key->key() == Qt::Key_Tab);
    } else if (event->type() == QEvent::NativeGesture) {
        auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            auto view = impl_->view;
            view.zoomAt(gesture->position(), view.zoom * (1 + gesture->value()));
            impl_->viewTouched = true;
            impl_->setView(view);
            return true;
        }
    } else if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const int i = impl_->mode == Impl::Mode::Idle ? impl_->hoverNode : -1;
        if (i >= 0 && i < impl_->scene.nodes().size()) {
            const auto& data = impl_->scene.node(i).data;
            QToolTip::showText(help->globalPos(), data.error.isEmpty() ? data.typeName + QStringLiteral("\n") + data.summary
                                                                       : data.error, this);
        } else {
            QToolTip::hideText();
        }
        return true;
    } else if (event->type() == QEvent::FocusOut) {
        impl_->spaceDown = false;
        update();
    } else if (event->type() == QEvent::FocusIn) {
        const auto reason = static_cast<QFocusEvent*>(event)->reason();
        impl_->focusByKey = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
        update();
    }
    return QWidget::event(event);
}

void NodeCanvas::paintEvent(QPaintEvent*) {
    impl_->ensureLoaded();
    QPainter painter(this);
    impl_->paint(painter);
}

void NodeCanvas::resizeEvent(QResizeEvent*) {
    impl_->finishRename(true);
    if (!impl_->viewTouched)
        impl_->showStart();
}

void NodeCanvas::mousePressEvent(QMouseEvent* event) { impl_->press(event); }
void NodeCanvas::mouseMoveEvent(QMouseEvent* event) { impl_->move(event); }
void NodeCanvas::mouseReleaseEvent(QMouseEvent* event) { impl_->release(event); }
void NodeCanvas::mouseDoubleClickEvent(QMouseEvent* event) { impl_->doubleClick(event); }
void NodeCanvas::wheelEvent(QWheelEvent* event) { impl_->wheel(event); }

void NodeCanvas::keyPressEvent(QKeyEvent* event) {
    if (!impl_->key(event))
        QWidget::keyPressEvent(event);
}

void NodeCanvas::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        impl_->spaceDown = false;
        impl_->updateCursor();
    } else {
        QWidget::keyReleaseEvent(event);
    }
}

void NodeCanvas::dragEnterEvent(QDragEnterEvent* event) { impl_->dragEnter(event); }
void NodeCanvas::dragMoveEvent(QDragMoveEvent* event) { impl_->dragMove(event); }
void NodeCanvas::dragLeaveEvent(QDragLeaveEvent*) { impl_->dragLeave(); }
void NodeCanvas::dropEvent(QDropEvent* event) { impl_->drop(event); }

void NodeCanvas::leaveEvent(QEvent*) {
    if (impl_->mode == Impl::Mode::Idle) {
        impl_->hoverNode = impl_->hoverWire = impl_->hoverButton = -1;
        impl_->hoverPort = {};
        update();
    }
}

} // namespace tl
