// The mouse and the keys of the graph view: drag moves, the wheel zooms, arrows walk along wires.
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/controls/labels.h"
#include "widgets/graph/graph_canvas.h"

namespace tl {

namespace {
constexpr double kDragDistance = 4, kWheelStep = 1.2;
}

bool GraphCanvas::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const GraphItem item = itemAt(help->pos());
        if (item == kNoItem || (isBox(item) && isOpen(boxOf(item))))
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), plainTip(sentence(item)), this, itemRect(item));
        return true;
    }
    return QWidget::event(event);
}

void GraphCanvas::resizeEvent(QResizeEvent*) {
    view_.lowest = lowestZoom();
    if (fitted_ && !held_ && !pending_) fitReadably();
}

void GraphCanvas::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return event->ignore();
    drag_ = event->position();
    dragging_ = event->button() == Qt::MiddleButton;
    onMap_ = minimapRect().contains(*drag_);
    keyboard_ = false;
    if (onMap_) {
        fitted_ = false;
        view_.centerOn(sceneAtMinimap(*drag_), QRectF(rect()).center());
        update();
    }
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!drag_) {
        const GraphItem item = itemAt(event->position());
        setCursor(item != kNoItem && !(isBox(item) && isOpen(boxOf(item))) ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    const QPointF by = event->position() - *drag_;
    if (!dragging_ && !onMap_ && std::hypot(by.x(), by.y()) < kDragDistance) return;
    dragging_ = true;
    fitted_ = false;
    setCursor(Qt::ClosedHandCursor);
    if (onMap_)
        view_.centerOn(sceneAtMinimap(event->position()), QRectF(rect()).center());
    else
        view_.offset += by;
    drag_ = event->position();
    update();
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (!drag_) return;
    const bool clicked = !dragging_ && !onMap_ && event->button() == Qt::LeftButton;
    drag_.reset();
    dragging_ = onMap_ = false;
    unsetCursor();
    if (clicked) setPick(itemAt(event->position()));
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const GraphItem item = itemAt(event->position());
    if (isBox(item))
        toggle(boxOf(item));
    else if (item != kNoItem)
        emit activated(item);
}

void GraphCanvas::wheelEvent(QWheelEvent* event) {
    fitted_ = false;
    const QPoint pixels = event->pixelDelta();
    if (!pixels.isNull() && !(event->modifiers() & Qt::ControlModifier)) {
        view_.offset += pixels;
    } else {
        view_.zoomAt(event->position(), view_.zoom * std::pow(kWheelStep, event->angleDelta().y() / 120.0));
        emit zoomChanged(view_.zoom);
    }
    update();
    event->accept();
}

void GraphCanvas::contextMenuEvent(QContextMenuEvent* event) {
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const GraphItem item = byKey ? pick_ : itemAt(event->pos());
    if (item != kNoItem) setPick(item);
    const QPoint at = byKey && layout_.seen(item) ? mapToGlobal(itemRect(item).center()) : event->globalPos();
    emit contextMenuRequested(at, item);
}

void GraphCanvas::toggle(int box) { setOpen(box, !isOpen(box)); }

void GraphCanvas::pickByKey(GraphItem item) {
    keyboard_ = true;
    if (item == kNoItem) return;
    setPick(item);
    bringIntoView(item);
}

// Down and up follow wires, the way that lies straightest; left and right go to what stands beside.
GraphItem GraphCanvas::along(int key) const {
    const QPointF from = layout_.rect(pick_).center();
    GraphItem found = kNoItem;
    double least = 1e18;
    const auto offer = [&](GraphItem item, double distance) {
        if (distance >= least) return;
        least = distance;
        found = item;
    };
    if (key == Qt::Key_Down || key == Qt::Key_Up) {
        const bool down = key == Qt::Key_Down;
        for (int w : (down ? layout_.out : layout_.in)[layout_.slot(pick_)]) {
            const SeenWire& wire = layout_.wires[size_t(w)];
            const GraphItem item = down ? wire.to : wire.from;
            const QPointF by = layout_.rect(item).center() - from;
            offer(item, std::abs(by.x()) + std::abs(by.y()) / 4);
        }
        if (found != kNoItem || !isBox(pick_) || !isOpen(boxOf(pick_)) || !down) return found;
        for (GraphItem item : layout_.items)  // into an open box
            if ((isBox(item) ? content_->boxes[boxOf(item)].parent : content_->cards[item].box) == boxOf(pick_))
                offer(item, layout_.rect(item).top());
        return found;
    }
    for (GraphItem item : layout_.items) {
        if (item == pick_ || (isBox(item) && isOpen(boxOf(item)))) continue;
        const QPointF by = layout_.rect(item).center() - from;
        const bool beside = key == Qt::Key_Left ? by.x() < -1 : by.x() > 1;
        if (beside && std::abs(by.y()) < 400) offer(item, std::abs(by.x()) + 3 * std::abs(by.y()));
    }
    return found;
}

// To the box around; it folds, so that the way in leads back.
void GraphCanvas::up() {
    if (pick_ == kNoItem) return;
    const int box = isBox(pick_) ? content_->boxes[boxOf(pick_)].parent : content_->cards[pick_].box;
    if (box < 0) return setPick(kNoItem);
    keyboard_ = true;
    setOpen(box, false);
}

void GraphCanvas::frame() {
    if (!layout_.seen(pick_)) return;
    fitted_ = false;
    view_.zoomAt(QRectF(rect()).center(), 1);
    view_.centerOn(layout_.rect(pick_).center(), QRectF(rect()).center());
    update();
    emit zoomChanged(view_.zoom);
}

void GraphCanvas::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up:
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (layout_.items.empty()) return event->ignore();
        return pickByKey(layout_.seen(pick_) ? along(event->key()) : layout_.items.front());
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (isBox(pick_)) return toggle(boxOf(pick_));
        if (pick_ != kNoItem) return emit activated(pick_);
        return event->ignore();
    case Qt::Key_Backspace: return up();
    case Qt::Key_Escape:
        if (pick_ == kNoItem) return event->ignore();
        return setPick(kNoItem);
    case Qt::Key_Home: return fit();
    default: return event->ignore();
    }
}

}  // namespace tl
