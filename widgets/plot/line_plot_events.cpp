// What hands do to a LinePlot: wheel zooms x at the pointer (with Ctrl: y), a dragged box zooms to it, middle drag or
// Shift + drag pans, a double-click or Home shows everything; arrows, plus and minus do the same from the keyboard.
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/plot/line_plot_impl.h"

namespace tl {

bool LinePlot::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) impl_->overlay->update();
    if (event->type() == QEvent::Paint && impl_->custom->bufferDevicePixelRatio() != devicePixelRatioF()) {
        impl_->custom->setBufferDevicePixelRatio(devicePixelRatioF());  // moved to another screen
        impl_->schedule();
    }
    return QWidget::event(event);
}

void LinePlot::resizeEvent(QResizeEvent*) {
    impl_->custom->setGeometry(rect());
    impl_->overlay->setGeometry(rect());
    impl_->overlay->raise();
    impl_->schedule();
}

void LinePlot::showEvent(QShowEvent*) {
    if (impl_->dirty) impl_->schedule();
}

void LinePlot::hideEvent(QHideEvent*) {
    impl_->timer.stop();
    impl_->hideTooltip();
    impl_->drag = Impl::Drag::None;  // its button is let go elsewhere
    unsetCursor();
}

void LinePlot::mousePressEvent(QMouseEvent* event) {
    const QPoint at = event->position().toPoint();
    if (!impl_->area().adjusted(-4, -4, 4, 4).contains(at)) return event->ignore();  // a curve may lie on the edge
    event->accept();
    const bool held = impl_->drag != Impl::Drag::None && event->buttons().testFlag(impl_->button);
    if (held && event->button() != impl_->button) return;
    impl_->button = event->button();
    impl_->pressed = impl_->last = at;
    if (event->button() == Qt::MiddleButton ||
        (event->button() == Qt::LeftButton && (event->modifiers() & Qt::ShiftModifier))) {
        impl_->drag = Impl::Drag::Pan;
        QWidget::setCursor(Qt::ClosedHandCursor);
    } else if (event->button() == Qt::LeftButton) {
        impl_->drag = Impl::Drag::Maybe;
    }
}

void LinePlot::mouseMoveEvent(QMouseEvent* event) {
    const QPoint at = event->position().toPoint();
    if (impl_->drag == Impl::Drag::Maybe && (at - impl_->pressed).manhattanLength() >= 4) impl_->drag = Impl::Drag::Box;
    if (impl_->drag == Impl::Drag::Box) {
        impl_->last = at;
        impl_->hideTooltip();
        impl_->overlay->update();
    } else if (impl_->drag == Impl::Drag::Pan) {
        impl_->panBy(at - impl_->last);
        impl_->last = at;
        impl_->hideTooltip();
    } else {
        impl_->pointAt(at);
    }
}

void LinePlot::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != impl_->button) return;
    const auto drag = std::exchange(impl_->drag, Impl::Drag::None);
    unsetCursor();
    if (drag == Impl::Drag::Box) {
        const QRect box = QRect(impl_->pressed, event->position().toPoint()).normalized() & impl_->area();
        impl_->overlay->update();
        if (box.width() < 4) return;
        if (box.height() >= 12) impl_->fixedY = Impl::Range{impl_->yAt(box.bottom()), impl_->yAt(box.top())};
        impl_->setXView(impl_->xAt(box.left()), impl_->xAt(box.right()));
        emit xZoomed(xFrom(), xTo());
    } else if (drag == Impl::Drag::Maybe) {
        // A click picks the curve under it.
        if (const int nearest = impl_->seriesAt(event->position()); nearest >= 0) emit seriesClicked(nearest);
    }
}

void LinePlot::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    impl_->drag = Impl::Drag::None;
    showAll();
}

void LinePlot::wheelEvent(QWheelEvent* event) {
    const QPointF at = event->position();
    if (!impl_->area().contains(at.toPoint())) return event->ignore();  // beside the curves the page scrolls
    const double turns = event->angleDelta().y() / 120.0;
    if (turns == 0) {
        if (event->angleDelta().x() != 0) impl_->panBy(QPointF(event->angleDelta().x() / 2.0, 0));
        return event->accept();
    }
    const double factor = std::pow(0.8, turns);
    if (event->modifiers() & Qt::ControlModifier) {
        const double from = yFrom(), to = yTo(), y = impl_->yAt(at.y());
        impl_->fixedY = logY() ? Impl::Range{y * std::pow(from / y, factor), y * std::pow(to / y, factor)}
                               : Impl::Range{y - (y - from) * factor, y + (to - y) * factor};
        impl_->schedule();
    } else {
        impl_->zoomX(factor, impl_->xAt(at.x()));
    }
    event->accept();
}

void LinePlot::leaveEvent(QEvent*) {
    impl_->hideTooltip();
    if (std::isnan(impl_->cursor)) return;
    impl_->cursor = Impl::kNaN;
    impl_->overlay->update();
    emit cursorMoved(Impl::kNaN);
}

void LinePlot::keyPressEvent(QKeyEvent* event) {
    const double middle = impl_->xAt(impl_->area().center().x()), page = impl_->area().width() * 0.1;
    switch (event->key()) {
    case Qt::Key_Home: showAll(); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: impl_->zoomX(0.8, middle); break;
    case Qt::Key_Minus: impl_->zoomX(1.25, middle); break;
    case Qt::Key_Left: impl_->panBy({page, 0}); break;
    case Qt::Key_Right: impl_->panBy({-page, 0}); break;
    case Qt::Key_Escape:
        if (impl_->drag == Impl::Drag::None) return event->ignore();
        impl_->drag = Impl::Drag::None;
        impl_->overlay->update();
        break;
    default: event->ignore();
    }
}

void LinePlot::fillMenu(QMenu& menu) {
    impl_->hideTooltip();
    emit menuOpening(menu);
    if (!menu.isEmpty()) menu.addSeparator();
    menu.addAction(tr("Save as picture (PNG)…"), this, &LinePlot::exportPngInteractively);
    menu.addAction(tr("Save as lines and letters (SVG)…"), this, &LinePlot::exportSvgInteractively);
    menu.addAction(tr("Save all points as CSV…"), this, &LinePlot::exportCsvInteractively);
    emit menuOpened(menu);
}

// Runs come and go while it is open, and charts with them: nobody waits for it on the stack. What it offers is done
// with what has the keyboard.
void LinePlot::popUpMenu(const QPoint& global) {
    setFocus(Qt::OtherFocusReason);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillMenu(*menu);
    menu->popup(global);
}

void LinePlot::contextMenuEvent(QContextMenuEvent* event) { popUpMenu(event->globalPos()); }

}  // namespace tl
