// The public face of the canvas: the model's changes come in, selection and view are kept here, events are handed to
// the parts of Impl that know them.
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
        if (impl_->scene.index(id) >= 0) ids.insert(id);
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

void NodeCanvas::showStart() {
    impl_->viewTouched = impl_->fitAll = false;
    impl_->showStart();
}

void NodeCanvas::revealNode(const QString& id) {
    impl_->ensureLoaded();
    const int i = impl_->scene.index(id);
    if (i < 0) return;
    auto view = impl_->view;
    const QPointF middle(width() / 2.0, height() / 2.0);
    if (view.zoom < 0.6) view.zoomAt(middle, 0.85);
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
        if (!rect().contains(point)) point = rect().center() - QPoint(150, 120);
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
            QToolTip::showText(help->globalPos(),
                               data.error.isEmpty() ? data.typeName + QStringLiteral("\n") + data.summary : data.error,
                               this);
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
    if (!impl_->viewTouched) impl_->showStart();
}

void NodeCanvas::mousePressEvent(QMouseEvent* event) { impl_->press(event); }
void NodeCanvas::mouseMoveEvent(QMouseEvent* event) { impl_->move(event); }
void NodeCanvas::mouseReleaseEvent(QMouseEvent* event) { impl_->release(event); }
void NodeCanvas::mouseDoubleClickEvent(QMouseEvent* event) { impl_->doubleClick(event); }
void NodeCanvas::wheelEvent(QWheelEvent* event) { impl_->wheel(event); }

void NodeCanvas::keyPressEvent(QKeyEvent* event) {
    if (!impl_->key(event)) QWidget::keyPressEvent(event);
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

}  // namespace tl
