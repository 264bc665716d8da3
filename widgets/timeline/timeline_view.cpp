// What the view knows and how it changes; painting and hands are in files of their own.
#include "widgets/timeline/timeline_view.h"

#include <QScrollBar>
#include <algorithm>

#include "widgets/accessible/parts.h"
#include "widgets/theme/theme.h"
#include "widgets/timeline/timeline_impl.h"

namespace tl {

TimelineView::TimelineView(QWidget* parent) : QAbstractScrollArea(parent), impl_(std::make_unique<Impl>(*this)) {
    describeParts(*this, {.role = QAccessible::Tree,
                          .count = [this] { return static_cast<int>(impl_->rows.lines().size()) + 1; },
                          .part = [this](int index) { return accessiblePart(index); },
                          .at =
                              [this](const QPoint& point) {
                                  const TimelineLine* line = impl_->lineAt(point.y());
                                  return line ? static_cast<int>(line - impl_->rows.lines().data()) : -1;
                              },
                          .focus =
                              [this] {
                                  const bool chosen = impl_->selected.valid() && impl_->model;
                                  return chosen ? static_cast<int>(impl_->rows.lines().size()) : -1;
                              }});
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    verticalScrollBar()->setSingleStep(TimelineRows::kLevel);
    setAccessibleName(tr("Timeline"));
    connect(&Theme::instance(), &Theme::changed, this, [this] { impl_->arrange(); });
}

TimelineView::~TimelineView() = default;

// Each row, and last the slice that is chosen.
AccessiblePart TimelineView::accessiblePart(int index) const {
    const auto& lines = impl_->rows.lines();
    if (index >= static_cast<int>(lines.size())) {
        if (!impl_->selected.valid() || !impl_->model)
            return {.role = QAccessible::TreeItem, .name = tr("No slice is chosen"), .rect = {}};
        return {.role = QAccessible::TreeItem,
                .name = impl_->model->text(impl_->model->span(impl_->selected).label),
                .value = impl_->model->words(impl_->selected),
                .rect = sliceRect(impl_->selected).toAlignedRect(),
                .focused = true,
                .selected = true};
    }
    const TimelineLine& line = lines[static_cast<size_t>(index)];
    AccessiblePart part{.role = QAccessible::TreeItem,
                        .rect = QRect(0, impl_->yOf(line), viewport()->width(), line.height)};
    if (!line.row) {
        part.name = line.group;
    } else if (line.row->kind == TimelineRow::Counter) {
        part.name = line.row->title;
        part.value = impl_->model->valueText(line.row->key, impl_->model->valueAt(line.row->key, impl_->axis.to()));
    } else {
        part.name = line.row->title;
        part.description = tr("%n level(s) of slices", nullptr, line.row->levels);
        part.selected = impl_->selected.row == line.row->key;
    }
    return part;
}

void TimelineView::setModel(TimelineModel* model) {
    if (impl_->model) impl_->model->disconnect(this);
    impl_->model = model;
    impl_->selected = impl_->hover = {};
    impl_->setSameName({});
    impl_->marks.clear();
    impl_->area.reset();
    if (model) {
        connect(model, &TimelineModel::changed, this, [this] { impl_->arrange(); });
    }
    impl_->arrange();
    showAll();
}

TimelineModel* TimelineView::model() const { return impl_->model; }

void TimelineView::Impl::arrange() {
    static const std::vector<TimelineRow> none;
    hoverLine = nullptr;
    ++revision;
    texts.clear();
    tiles.clear();
    extentTiles.clear();
    for (auto& look : shades)
        for (auto& level : look) level.clear();
    boxes.clear();
    rows.arrange(model ? model->rows() : none);
    if (model) {
        axis.setBounds(model->begin(), model->end());
        if (!model->has(selected)) selected = {};
        if (!model->has(hover)) hover = {};
    }
    axis.setWidth(self.viewport()->width() - kLabels);
    hoverLine = mouse.y() >= 0 ? lineAt(mouse.y()) : nullptr;
    const int room = std::max(0, self.viewport()->height() - top());
    self.verticalScrollBar()->setPageStep(room);
    self.verticalScrollBar()->setRange(0, std::max(0, rows.scrolledHeight() - room));
    self.viewport()->update();
}

int TimelineView::Impl::yOf(const TimelineLine& line) const {
    return line.pinned ? kAxis + line.y : top() + line.y - self.verticalScrollBar()->value();
}

const TimelineLine* TimelineView::Impl::lineAt(double y) const {
    if (y < kAxis) return nullptr;
    const bool pinned = y < top();
    for (const TimelineLine& line : rows.lines())
        if (line.pinned == pinned && y >= yOf(line) && y < yOf(line) + line.height) return &line;
    return nullptr;
}

QRectF TimelineView::Impl::rectOf(const TimelineLine& line, int level, qint64 begin, qint64 end) const {
    const double left = xOf(begin), right = xOf(end);
    return {left, static_cast<double>(yOf(line) + TimelineRows::kPad + level * TimelineRows::kLevel) + 1, right - left,
            TimelineRows::kLevel - 2.0};
}

void TimelineView::showRange(qint64 from, qint64 to) {
    impl_->axis.show(static_cast<double>(from), static_cast<double>(to));
    viewport()->update();
}

void TimelineView::showAll() {
    impl_->axis.showAll();
    viewport()->update();
}

std::pair<qint64, qint64> TimelineView::range() const { return {impl_->axis.from(), impl_->axis.to()}; }
bool TimelineView::showsAll() const { return impl_->axis.showsAll(); }

void TimelineView::setZero(qint64 time, const QString& name) {
    impl_->axis.setZero(time);
    impl_->zeroName = name;
    viewport()->update();
}
qint64 TimelineView::zero() const { return impl_->axis.zero(); }
QString TimelineView::zeroName() const { return impl_->zeroName; }

TimelineSlice TimelineView::selected() const { return impl_->selected; }
TimelineSlice TimelineView::hovered() const { return impl_->hover; }
std::vector<qint64> TimelineView::marks() const { return impl_->marks; }

void TimelineView::select(const TimelineSlice& slice, bool frame) {
    impl_->selected = slice;
    impl_->setSameName({});
    if (slice.valid() && impl_->model) {
        const TimelineSpan span = impl_->model->span(slice);
        impl_->setSameName(impl_->model->sameName(span.label));
        if (frame) {
            const double length = static_cast<double>(std::max<qint64>(span.end - span.begin, 1));
            impl_->axis.show(static_cast<double>(span.begin) - length / 4, static_cast<double>(span.end) + length / 4);
        }
        impl_->reveal(slice);
    }
    viewport()->update();
}

void TimelineView::Impl::choose(const TimelineSlice& slice) {
    if (slice == selected) return;
    self.select(slice);
    self.setAccessibleDescription(slice.valid() ? model->words(slice) : QString());
    if (slice.valid() && self.hasFocus()) announcePart(self, static_cast<int>(rows.lines().size()));
    emit self.selectedChanged(slice);
}

void TimelineView::Impl::reveal(const TimelineSlice& slice) {
    const TimelineSpan span = model->span(slice);
    const TimelineLine* line = rows.lineOf(slice.row);
    if (!line) {
        for (const TimelineRow& row : model->rows())
            if (row.key == slice.row) rows.fold(row.group, false);
        arrange();
        line = rows.lineOf(slice.row);
    }
    if (line && line->row && slice.level >= rows.levels(*line->row)) {
        rows.foldRow(slice.row, false);
        arrange();
        line = rows.lineOf(slice.row);
    }
    // Into sight from the side where it is, with the scale as it is; one that is longer than the screen is there
    // already.
    const double left = axis.x(span.begin), right = axis.x(span.end);
    if (right < 8 || left > axis.width() - 8)
        axis.pan((left + std::min(right, left + axis.width())) / 2 - axis.width() / 2);
    if (line && !line->pinned) {
        const int y = line->y + TimelineRows::kPad + slice.level * TimelineRows::kLevel;
        QScrollBar& bar = *self.verticalScrollBar();
        const int room = self.viewport()->height() - top();
        if (y < bar.value())
            bar.setValue(y - TimelineRows::kPad);
        else if (y + TimelineRows::kLevel > bar.value() + room)
            bar.setValue(y + TimelineRows::kLevel + TimelineRows::kPad - room);
    }
}

TimelineArea TimelineView::area() const { return impl_->area; }

void TimelineView::setArea(TimelineArea area) {
    if (area && area->first > area->second) std::swap(area->first, area->second);
    if (area == impl_->area) return;
    impl_->area = area;
    using Drag = Impl::Drag;
    if (!area && (impl_->drag == Drag::AreaBegin || impl_->drag == Drag::AreaEnd)) impl_->drag = Drag::None;
    viewport()->update();
    emit areaChanged();
}

void TimelineView::clearMarks() {
    impl_->marks.clear();
    viewport()->update();
}

void TimelineView::setAreaOfSelected() {
    if (!impl_->selected.valid()) return;
    const TimelineSpan span = impl_->model->span(impl_->selected);
    setArea(std::pair(span.begin, span.end));
}

QString TimelineView::areaText() const {
    return impl_->area ? TimeAxis::lengthText(static_cast<double>(impl_->area->second - impl_->area->first))
                       : QString();
}

void TimelineView::setFound(std::optional<TimelineLabels> labels) {
    impl_->found = std::move(labels);
    impl_->tiles.clear(Impl::Found);
    ++impl_->revision;
    viewport()->update();
}

void TimelineView::goToFound(int direction) {
    if (!impl_->found || !impl_->model) return;
    TimelineSlice next;
    if (impl_->selected.valid()) next = impl_->model->next(impl_->selected, direction, *impl_->found);
    if (!next.valid())
        next =
            impl_->model->firstOf(*impl_->found, impl_->selected.valid() ? impl_->model->begin() : impl_->axis.from());
    if (!next.valid()) next = impl_->model->firstOf(*impl_->found, impl_->model->begin());
    if (next.valid()) impl_->choose(next);
}

void TimelineView::setLit(const TimelineLabels& labels) {
    impl_->lit = labels;
    impl_->tiles.clear(Impl::Lit);
    ++impl_->revision;
    viewport()->update();
}

void TimelineView::setPinned(qint64 row, bool on) {
    impl_->rows.pin(row, on);
    impl_->arrange();
}

bool TimelineView::pinned(qint64 row) const { return impl_->rows.pinned(row); }

QRectF TimelineView::sliceRect(const TimelineSlice& slice) const {
    const TimelineLine* line = impl_->rows.lineOf(slice.row);
    if (!line || !impl_->model) return {};
    const TimelineSpan span = impl_->model->span(slice);
    return impl_->rectOf(*line, slice.level, span.begin, span.end);
}

QRect TimelineView::rowRect(qint64 row) const {
    const TimelineLine* line = impl_->rows.lineOf(row);
    return line ? QRect(0, impl_->yOf(*line), viewport()->width(), line->height) : QRect();
}

TimelineSlice TimelineView::sliceAt(const QPointF& point) const {
    const TimelineLine* line = impl_->lineAt(point.y());
    if (!line || !line->row || line->row->kind != TimelineRow::Thread || point.x() < kLabels) return {};
    const int level = (static_cast<int>(point.y()) - impl_->yOf(*line) - TimelineRows::kPad) / TimelineRows::kLevel;
    if (point.y() < impl_->yOf(*line) + TimelineRows::kPad || level >= impl_->rows.levels(*line->row)) return {};
    return impl_->model->at(line->row->key, level, impl_->timeAt(point.x()),
                            static_cast<qint64>(impl_->axis.perPixel() * 2));
}

void TimelineView::Impl::setSameName(TimelineLabels labels) {
    if (labels == sameName) return;
    sameName = std::move(labels);
    tiles.clear(SameName);
}

void TimelineView::Impl::setHover(const TimelineSlice& slice) {
    if (slice == hover) return;
    hover = slice;
    const TimelineSlice& shown = hover.valid() ? hover : selected;
    setSameName(shown.valid() ? model->sameName(model->span(shown).label) : TimelineLabels());
    self.viewport()->update();
}

void TimelineView::Impl::togglePin(qint64 row) { self.setPinned(row, !rows.pinned(row)); }

void TimelineView::toggleMark() {
    Impl& i = *impl_;
    qint64 at = i.axis.time(i.axis.width() / 2);
    if (const auto asked = std::exchange(i.asked, std::nullopt))
        at = *asked;
    else if (i.selected.valid())
        at = i.model->span(i.selected).begin;
    else if (i.mouse.x() >= kLabels)
        at = i.timeAt(i.mouse.x());
    const auto near =
        std::ranges::find_if(i.marks, [&](qint64 mark) { return std::abs(i.axis.x(mark) - i.axis.x(at)) < 3; });
    if (near != i.marks.end())
        i.marks.erase(near);
    else
        i.marks.insert(std::ranges::upper_bound(i.marks, at), at);
    viewport()->update();
}

void TimelineView::togglePin() {
    if (impl_->selected.valid()) impl_->togglePin(impl_->selected.row);
}

const TimelineRow* TimelineView::Impl::chosenRow() const {
    if (!model || !selected.valid()) return nullptr;
    const auto row = std::ranges::find(model->rows(), selected.row, &TimelineRow::key);
    return row == model->rows().end() ? nullptr : &*row;
}

void TimelineView::toggleFold() {
    const TimelineRow* row = impl_->chosenRow();
    if (!row || row->levels < 2) return;
    const bool fold = !impl_->rows.rowFolded(row->key);
    if (fold && impl_->selected.level > 0) {
        const qint64 begin = impl_->model->span(impl_->selected).begin;
        impl_->choose(impl_->model->at(row->key, 0, begin, 1));  // it lies within that one
    }
    impl_->rows.foldRow(row->key, fold);
    impl_->arrange();
}

void TimelineView::toggleGroupFold() {
    const TimelineRow* row = impl_->chosenRow();
    const auto has = [row](const TimelineLine& line) { return !line.row && line.group == row->group; };
    if (!row || std::ranges::none_of(impl_->rows.lines(), has)) return;  // nothing of it would be left to unfold it by
    impl_->rows.fold(row->group, !impl_->rows.folded(row->group));
    impl_->arrange();
}

void TimelineView::Impl::seen() {
    self.viewport()->update();
    emit self.rangeChanged();
}

void TimelineView::resizeEvent(QResizeEvent*) { impl_->arrange(); }
void TimelineView::hideEvent(QHideEvent*) {
    impl_->still = {};
    impl_->drag = Impl::Drag::None;  // its button is let go elsewhere
    viewport()->unsetCursor();
}
void TimelineView::scrollContentsBy(int, int) { viewport()->update(); }

}  // namespace tl
