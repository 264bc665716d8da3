// Hands on the timeline: mouse, wheel and keys.
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/controls/labels.h"
#include "widgets/timeline/timeline_impl.h"

namespace tl {

namespace {
constexpr double kZoomStep = 0.8, kPanShare = 0.12, kGrab = 5;
constexpr double kNotch = 120;
}  // namespace

void TimelineView::mousePressEvent(QMouseEvent* event) {
    if (!impl_->model || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)) return;
    const bool held = impl_->drag != Impl::Drag::None && event->buttons().testFlag(impl_->button);
    if (held && event->button() != impl_->button) return;
    impl_->button = event->button();
    const QPointF at = event->position();
    impl_->pressed = impl_->mouse = at;
    impl_->asked.reset();
    if (at.x() < kLabels) {
        const TimelineLine* line = impl_->lineAt(at.y());
        if (!line || event->button() != Qt::LeftButton) return;
        if (!line->row)
            impl_->rows.fold(line->group, !line->folded);
        else if (impl_->pinRect(*line).adjusted(-4, -4, 4, 4).contains(at.toPoint()))
            return impl_->togglePin(line->row->key);
        else if (line->row->levels > 1)
            impl_->rows.foldRow(line->row->key, !impl_->rows.rowFolded(line->row->key));
        return impl_->arrange();
    }
    impl_->anchor = impl_->timeAt(at.x());
    impl_->areaBefore = impl_->area;
    const auto near = [&](qint64 time) { return std::abs(impl_->xOf(time) - at.x()) <= kGrab; };
    const bool left = event->button() == Qt::LeftButton;
    if (left && impl_->area && near(impl_->area->first)) {
        impl_->drag = Impl::Drag::AreaBegin;
    } else if (left && impl_->area && near(impl_->area->second)) {
        impl_->drag = Impl::Drag::AreaEnd;
    } else if (left && (at.y() < kAxis || (event->modifiers() & Qt::ShiftModifier) != 0)) {
        impl_->drag = Impl::Drag::Area;
    } else {
        impl_->drag = Impl::Drag::Press;
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
    if (!impl_->model) return;
    const QPointF at = event->position();
    const QPointF moved = at - impl_->mouse;
    impl_->mouse = at;
    impl_->asked.reset();
    switch (impl_->drag) {
    case Impl::Drag::Press:
        if ((at - impl_->pressed).manhattanLength() < 4) return;
        impl_->drag = Impl::Drag::Pan;
        viewport()->setCursor(Qt::ClosedHandCursor);
        [[fallthrough]];
    case Impl::Drag::Pan:
        impl_->axis.pan(-moved.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() - qRound(moved.y()));
        return impl_->seen();
    case Impl::Drag::Area:
        if (std::abs(at.x() - impl_->pressed.x()) >= 3) setArea(std::pair(impl_->anchor, impl_->timeAt(at.x())));
        return;
    case Impl::Drag::AreaBegin:
    case Impl::Drag::AreaEnd: {
        const qint64 kept = impl_->drag == Impl::Drag::AreaBegin ? impl_->area->second : impl_->area->first;
        const qint64 now = impl_->timeAt(at.x());
        impl_->drag = now > kept ? Impl::Drag::AreaEnd : Impl::Drag::AreaBegin;
        return setArea(std::pair(kept, now));
    }
    case Impl::Drag::None: break;
    }
    impl_->hoverLine = impl_->lineAt(at.y());
    impl_->setHover(sliceAt(at));
    const bool edge = impl_->area && at.x() >= kLabels &&
                      (std::abs(impl_->xOf(impl_->area->first) - at.x()) <= kGrab ||
                       std::abs(impl_->xOf(impl_->area->second) - at.x()) <= kGrab);
    viewport()->setCursor(edge ? Qt::SplitHCursor : at.x() < kLabels ? Qt::ArrowCursor : Qt::ArrowCursor);
    viewport()->update();
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != impl_->button) return;
    const Impl::Drag drag = std::exchange(impl_->drag, Impl::Drag::None);
    viewport()->unsetCursor();
    if (drag == Impl::Drag::Press && event->button() == Qt::LeftButton) impl_->choose(sliceAt(event->position()));
    if (drag == Impl::Drag::Area && std::abs(event->position().x() - impl_->pressed.x()) < 3) setArea(std::nullopt);
    viewport()->update();
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
    const TimelineSlice slice = sliceAt(event->position());
    if (!slice.valid()) return;
    select(slice, true);
    emit rangeChanged();
    emit activated(slice);
}

void TimelineView::wheelEvent(QWheelEvent* event) {
    if (!impl_->model) return;
    const QPoint turned = event->angleDelta();
    if ((event->modifiers() & Qt::ControlModifier) != 0) {
        impl_->axis.zoom(std::pow(kZoomStep, turned.y() / kNotch), std::max(0.0, event->position().x() - kLabels));
        return impl_->seen();
    }
    // Over the lanes the wheel moves through time; over the names, or with Shift, through the rows.
    const bool through = event->position().x() >= kLabels && (event->modifiers() & Qt::ShiftModifier) == 0;
    const int sideways = through ? turned.y() + turned.x() : 0;
    if (sideways != 0) {
        impl_->axis.pan(-sideways / kNotch * impl_->axis.width() * kPanShare);
        return impl_->seen();
    }
    QScrollBar& bar = *verticalScrollBar();
    bar.setValue(bar.value() - qRound((turned.y() + turned.x()) / kNotch * 3 * TimelineRows::kLevel));
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event) {
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    impl_->asked.reset();
    QPoint at = event->pos();
    if (byKey) {
        const QRect room = viewport()->rect().adjusted(kLabels, kAxis, -1, -1);
        const QPoint chosen = sliceRect(impl_->selected).center().toPoint();  // which may be out of sight
        at = impl_->selected.valid() ? QPoint(std::clamp(chosen.x(), room.left(), room.right()),
                                              std::clamp(chosen.y(), room.top(), room.bottom()))
                                     : room.center();
    } else if (const TimelineSlice slice = sliceAt(at); slice.valid()) {
        impl_->choose(slice);
    } else if (at.x() >= kLabels) {
        impl_->asked = impl_->timeAt(at.x());
    }
    emit menuRequested(viewport()->mapToGlobal(at));
}

void TimelineView::Impl::moveBy(int direction, int levels) {
    if (!selected.valid()) {
        const auto& all = model->rows();
        for (const TimelineRow& row : all)
            if (row.kind == TimelineRow::Thread)
                if (const TimelineSlice first = model->at(row.key, 0, axis.from(), axis.to() - axis.from());
                    first.valid())
                    return choose(first);
        return;
    }
    if (direction != 0) {
        if (const TimelineSlice next = model->neighbour(selected, direction); next.valid()) choose(next);
        return;
    }
    // Up and down: what it lies within, what lies within it, then the rows above and below.
    const TimelineSpan span = model->span(selected);
    const auto& all = model->rows();
    auto row = std::ranges::find(all, selected.row, &TimelineRow::key);
    int level = selected.level + levels;
    while (row != all.end()) {
        if (level < 0) {
            if (row == all.begin()) return;
            --row;
            level = row->kind == TimelineRow::Thread ? row->levels - 1 : -1;
            continue;
        }
        if (row->kind != TimelineRow::Thread || level >= row->levels) {
            ++row;
            level = 0;
            continue;
        }
        const qint64 length = std::max<qint64>(span.end - span.begin, 1);
        if (const TimelineSlice next = model->at(row->key, level, span.begin, length); next.valid())
            return choose(next);
        level += levels;
    }
}

void TimelineView::goToSameName(int direction) {
    if (!impl_->selected.valid()) return;
    const auto same = impl_->model->sameName(impl_->model->span(impl_->selected).label);
    const TimelineSlice next = impl_->model->next(impl_->selected, direction, same);
    if (next.valid()) impl_->choose(next);
}

void TimelineView::zoom(bool in) {
    TimeAxis& axis = impl_->axis;
    const double mouse = impl_->mouse.x() - kLabels;
    axis.zoom(in ? kZoomStep : 1 / kZoomStep, mouse >= 0 && viewport()->underMouse() ? mouse : axis.width() / 2);
    impl_->seen();
}

void TimelineView::frame() {
    if (impl_->selected.valid())
        select(impl_->selected, true);
    else if (impl_->area)
        showRange(impl_->area->first, impl_->area->second);
    else
        impl_->axis.showAll();
    impl_->seen();
}

void TimelineView::pan(int direction) {
    impl_->axis.pan(direction * kPanShare * impl_->axis.width());
    impl_->seen();
}

// What whoever holds the view gives a key to is not here: see the header.
void TimelineView::keyPressEvent(QKeyEvent* event) {
    if (!impl_->model || (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0)
        return event->ignore();
    Impl& i = *impl_;
    switch (event->key()) {
    case Qt::Key_Home: i.axis.showAll(); break;
    case Qt::Key_Left: i.moveBy(-1, 0); return;
    case Qt::Key_Right: i.moveBy(1, 0); return;
    case Qt::Key_Up: i.moveBy(0, -1); return;
    case Qt::Key_Down: i.moveBy(0, 1); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (i.selected.valid()) emit activated(i.selected);
        return;
    case Qt::Key_Escape:
        if (i.drag == Impl::Drag::Area || i.drag == Impl::Drag::AreaBegin || i.drag == Impl::Drag::AreaEnd) {
            i.drag = Impl::Drag::None;
            return setArea(i.areaBefore);
        }
        if (i.area) return setArea(std::nullopt);
        if (i.selected.valid()) return i.choose({});
        return event->ignore();
    default: return QAbstractScrollArea::keyPressEvent(event);
    }
    i.seen();
}

bool TimelineView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) {
        impl_->mouse = {-1, -1};
        impl_->hoverLine = nullptr;
        if (impl_->model) impl_->setHover({});
        viewport()->update();
    }
    if (event->type() == QEvent::ToolTip && impl_->model) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const TimelineSlice slice = sliceAt(help->pos());
        const TimelineLine* line = impl_->lineAt(help->pos().y());
        if (slice.valid())
            QToolTip::showText(help->globalPos(), plainTip(impl_->model->words(slice)), viewport());
        else if (help->pos().x() < kLabels && line && line->row)
            QToolTip::showText(help->globalPos(), plainTip(line->row->title), viewport());
        else if (help->pos().y() < kAxis)
            QToolTip::showText(help->globalPos(), tr("Drag here to select an area."), viewport());
        else
            QToolTip::hideText();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TimelineView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

}  // namespace tl
