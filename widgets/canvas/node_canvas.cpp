// The public face of the canvas: questions are answered from the core, events are handed to it.
#include "widgets/canvas/node_canvas.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QNativeGestureEvent>
#include <QPainter>
#include <QToolTip>
#include <iterator>

#include "widgets/canvas/accessible_canvas.h"
#include "widgets/canvas/canvas_core.h"
#include "widgets/canvas/canvas_painter.h"

namespace tl {

NodeCanvas::NodeCanvas(QWidget* parent) : QWidget(parent) {
    installAccessibleCanvas();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAcceptDrops(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(160, 120);
    setAccessibleName(tr("Network"));
    core_ = std::make_unique<CanvasCore>(*this);
}

NodeCanvas::~NodeCanvas() = default;

void NodeCanvas::setModel(GraphModel* model) { core_->setModel(model); }

void NodeCanvas::setLayers(const QVector<LayerEntry>& layers) { core_->layers = layers; }

void NodeCanvas::setNameCheck(NameEdit::Check check) { core_->names->setCheck(std::move(check)); }

void NodeCanvas::setEmptyText(const QString& title, const QString& hint) {
    core_->emptyTitle = title;
    core_->emptyHint = hint;
    update();
}

int NodeCanvas::belowEmptyText() const { return core_->emptyHintRect().bottom() + 1; }

QStringList NodeCanvas::selectedNodes() const { return core_->selectedInOrder(); }

QVector<CanvasLink> NodeCanvas::selectedLinks() const { return core_->selectedWires; }

void NodeCanvas::select(const QStringList& nodes) {
    core_->ensureLoaded();
    QSet<QString> ids;
    for (const auto& id : nodes)
        if (core_->scene.index(id) >= 0) ids.insert(id);
    core_->setSelection(ids);
}

QString NodeCanvas::currentNode() const { return core_->selected.size() == 1 ? *core_->selected.begin() : QString(); }

double NodeCanvas::zoom() const { return core_->view.zoom / core_->view.unit; }

void NodeCanvas::setZoom(double zoom) {
    auto view = core_->view;
    view.zoomAt(core_->middle(), zoom * view.unit);
    core_->viewTouched = true;
    core_->setView(view);
}

void NodeCanvas::frame(const QStringList& nodes) {
    core_->ensureLoaded();
    core_->viewTouched = !nodes.isEmpty();
    core_->fitAll = nodes.isEmpty();
    if (nodes.isEmpty())
        core_->frameAll();
    else
        core_->frame(core_->scene.bounds(nodes), QRectF(rect()), 1.25 * core_->view.unit);
}

void NodeCanvas::showStart() {
    core_->viewTouched = core_->fitAll = false;
    core_->showStart();
}

void NodeCanvas::holdView(bool on) { core_->viewHeld = on && isVisible(); }

void NodeCanvas::revealNode(const QString& id) {
    core_->ensureLoaded();
    if (const int i = core_->scene.index(id); i >= 0) core_->reveal(i);
}

void NodeCanvas::keepInSight() {
    core_->ensureLoaded();
    if (core_->scene.nodesIn(core_->view.toScene(QRectF(rect()))).isEmpty()) core_->frameAll();
}

void NodeCanvas::setTaken(const QVector<QRect>& taken) { core_->setTaken(taken); }

void NodeCanvas::setMinimapVisible(bool visible) {
    core_->minimap.visible = visible;
    setProperty("keepClear", core_->minimap.rect(size()).toRect());  // of what is laid over the page
    update();
}

bool NodeCanvas::minimapVisible() const { return core_->minimap.visible; }

void NodeCanvas::setWheelPans(bool pans) { core_->wheelPans = pans; }

void NodeCanvas::renameInPlace(const QString& id) { core_->startRename(id); }

QPoint NodeCanvas::nodeCenter(const QString& id) const {
    core_->ensureLoaded();
    const int i = core_->scene.index(id);
    return i < 0 ? QPoint() : core_->view.toWidget(core_->scene.node(i).rect.center()).toPoint();
}

QPoint NodeCanvas::inputPort(const QString& id, int port) const {
    core_->ensureLoaded();
    const int i = core_->scene.index(id);
    return i < 0 ? QPoint() : core_->view.toWidget(core_->scene.inputPort(i, port)).toPoint();
}

QPoint NodeCanvas::outputPort(const QString& id) const {
    core_->ensureLoaded();
    const int i = core_->scene.index(id);
    return i < 0 ? QPoint() : core_->view.toWidget(core_->scene.outputPort(i)).toPoint();
}

QPointF NodeCanvas::toScene(const QPoint& widgetPoint) const { return core_->view.toScene(QPointF(widgetPoint)); }

QRegion NodeCanvas::cards() const {
    constexpr qsizetype kMost = 200;
    core_->ensureLoaded();
    const auto inView = core_->scene.nodesIn(core_->view.toScene(QRectF(rect())));
    QRegion cards;
    if (std::ssize(inView) > kMost) return cards;
    for (const int i : inView) cards += core_->view.toWidget(core_->scene.node(i).rect).toAlignedRect();
    return cards & rect();
}

QRect NodeCanvas::errorCard() const {
    core_->ensureLoaded();
    core_->layOutCard();
    return core_->card.rect().toRect();
}

QRect NodeCanvas::repairButton(int repair) const {
    return errorCard().isEmpty() ? QRect() : core_->card.buttonRect(repair).toRect();
}

QRect NodeCanvas::closeButton() const { return errorCard().isEmpty() ? QRect() : core_->card.closeRect().toRect(); }

std::optional<QPointF> NodeCanvas::mouseInScene() const {
    return core_->mouse ? std::optional(core_->view.toScene(*core_->mouse)) : std::nullopt;
}

void NodeCanvas::openPalette(const QPoint& at) {
    QPoint point = at;
    if (point.isNull()) point = core_->mouse ? core_->mouse->toPoint() : rect().center() - QPoint(150, 120);
    core_->ensureLoaded();
    core_->openPalette(point, {});
}

void NodeCanvas::openPaletteAfterSelection() {
    core_->ensureLoaded();
    core_->openPaletteAfterSelection(core_->mouse ? *core_->mouse : QPointF(rect().center() - QPoint(150, 120)));
}

void NodeCanvas::connectSelection() { core_->connectSelection(); }
void NodeCanvas::disconnectSelection() { core_->disconnectSelection(); }
void NodeCanvas::makeFirstRepair() { core_->makeFirstRepair(); }
bool NodeCanvas::holdsWire() const { return core_->tool && core_->tool->wiring(); }

bool NodeCanvas::event(QEvent* event) {
    switch (event->type()) {
    case QEvent::KeyPress: {
        // Tab would move the focus before keyPressEvent saw it; Ctrl+Tab still does.
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Tab && key->modifiers() == Qt::NoModifier && core_->tool) {
            core_->key(key);
            return true;
        }
        if ((key->key() == Qt::Key_Tab || key->key() == Qt::Key_Backtab) && key->modifiers() & Qt::ControlModifier)
            return focusNextPrevChild(key->key() == Qt::Key_Tab);
        break;
    }
    case QEvent::NativeGesture: {
        auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() != Qt::ZoomNativeGesture) break;
        auto view = core_->view;
        view.zoomAt(gesture->position(), view.zoom * (1 + gesture->value()));
        core_->viewTouched = true;
        core_->setView(view);
        return true;
    }
    case QEvent::ToolTip: {
        const int i = core_->tool ? -1 : core_->hovered.node;
        if (i >= 0 && i < core_->scene.nodes().size()) {
            const auto& data = core_->scene.node(i).data;
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                               data.error.isEmpty() ? data.typeName + QStringLiteral("\n") + data.summary : data.error,
                               this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    case QEvent::FocusOut:
        core_->spaceDown = false;
        update();
        break;
    case QEvent::FocusIn: {
        const auto reason = static_cast<QFocusEvent*>(event)->reason();
        core_->focusByKey = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
        update();
        break;
    }
    default: break;
    }
    return QWidget::event(event);
}

void NodeCanvas::paintEvent(QPaintEvent* event) {
    core_->ensureLoaded();
    QPainter painter(this);
    paintCanvas(*core_, painter, event->rect());
}

void NodeCanvas::resizeEvent(QResizeEvent*) {
    setProperty("keepClear", core_->minimap.rect(size()).toRect());
    if (!core_->viewTouched && !core_->viewHeld) core_->showStart();
}

void NodeCanvas::mousePressEvent(QMouseEvent* event) { core_->press(event); }
void NodeCanvas::mouseMoveEvent(QMouseEvent* event) { core_->move(event); }
void NodeCanvas::mouseReleaseEvent(QMouseEvent* event) { core_->release(event); }
void NodeCanvas::mouseDoubleClickEvent(QMouseEvent* event) { core_->doubleClick(event); }
void NodeCanvas::wheelEvent(QWheelEvent* event) { core_->wheel(event); }
void NodeCanvas::contextMenuEvent(QContextMenuEvent* event) { core_->contextMenu(event); }

void NodeCanvas::keyPressEvent(QKeyEvent* event) {
    if (!core_->key(event)) QWidget::keyPressEvent(event);
}

void NodeCanvas::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space || event->isAutoRepeat()) return QWidget::keyReleaseEvent(event);
    core_->spaceDown = false;
    core_->updateCursor();
}

void NodeCanvas::dragEnterEvent(QDragEnterEvent* event) { core_->drop.enter(event); }
void NodeCanvas::dragMoveEvent(QDragMoveEvent* event) { core_->drop.move(event); }
void NodeCanvas::dragLeaveEvent(QDragLeaveEvent*) { core_->drop.leave(); }
void NodeCanvas::dropEvent(QDropEvent* event) { core_->drop.drop(event); }
void NodeCanvas::leaveEvent(QEvent*) { core_->leave(); }

}  // namespace tl
