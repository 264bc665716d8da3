// LinePlot's data and hands: appending, smoothing, zoom, pan and the pointer. The curves are painted by QCustomPlot,
// which gets no events of its own: all of them arrive here.
#include "widgets/plot/line_plot.h"

#include <QContextMenuEvent>
#include <QFileDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QSaveFile>
#include <QToolButton>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/plot/line_plot_impl.h"
#include "widgets/theme/theme.h"

namespace tl {

LinePlot::Impl::Impl(LinePlot& plot) : self(plot) {
    custom = new QCustomPlot(&self);
    custom->setAttribute(Qt::WA_TransparentForMouseEvents);
    custom->setFocusPolicy(Qt::NoFocus);
    custom->setPlottingHint(QCP::phFastPolylines, true);
    custom->setPlottingHint(QCP::phCacheLabels, true);
    custom->axisRect()->setMinimumMargins(QMargins(42, 12, 22, 24));
    custom->axisRect()->setupFullAxesBox(false);
    custom->xAxis2->setVisible(false);
    custom->yAxis2->setVisible(false);
    overlay = new PlotOverlay(&self, [this](QPainter& painter) { drawOverlay(painter); });
    outliers = new QToolButton(&self);
    outliers->setObjectName(QStringLiteral("outliersHidden"));
    outliers->setFocusPolicy(Qt::TabFocus);
    outliers->setCursor(Qt::PointingHandCursor);
    outliers->hide();
    QObject::connect(outliers, &QToolButton::clicked, &self, [this] { self.setIgnoreOutliers(false); });
    timer.setSingleShot(true);
    QObject::connect(&timer, &QTimer::timeout, &self, [this] { replot(); });
    smoothTimer.setInterval(0);
    QObject::connect(&smoothTimer, &QTimer::timeout, &self, [this] { smoothSome(); });
    sinceReplot.start();
    describeForScreenReaders();
    restyle();
}

LinePlot::Impl::~Impl() { delete tooltip; }

void LinePlot::Impl::schedule(int delayMs) {
    dirty = true;
    if (!self.isVisible()) return;
    const int due = static_cast<int>(std::max<qint64>(0, delayMs - sinceReplot.elapsed()));
    if (timer.isActive() && timer.remainingTime() <= due) return;
    timer.start(due);
}

// A curve grew from one x to another. What would move nothing by two pixels gathers for a while: a long run's charts
// then cost a fraction, and look the same.
void LinePlot::Impl::grow(double from, double to) {
    const auto range = custom->xAxis->range();
    if (!following && from > range.upper) return;  // beyond what a person zoomed to
    const double moved = (to - from) / range.size() * area().width();
    schedule(replots > 0 && moved < 2 ? kGrowthMs : kReplotMs);
}

bool LinePlot::Impl::hasPoints() const {
    return std::any_of(series.begin(), series.end(),
                       [](const auto& s) { return s.second.visible && !s.second.xs.empty(); });
}

// A few milliseconds of work, then the event loop again, until every curve has its new smoothing.
void LinePlot::Impl::smoothSome() {
    QElapsedTimer clock;
    clock.start();
    for (auto& [id, s] : series) {
        if (!s.next) continue;
        auto& [smoother, values] = *s.next;
        while (values.size() < s.raw.size()) {
            const size_t end = std::min(s.raw.size(), values.size() + 8192);
            while (values.size() < end) values.append(smoother.next(s.raw[values.size()]));
            if (clock.elapsed() >= 4) {
                if (values.size() < s.raw.size()) return;
                break;
            }
        }
        s.smoother = smoother;
        s.smooth = std::move(values);
        s.next.reset();
        schedule();
    }
    smoothTimer.stop();
}

void LinePlot::Impl::setXView(double from, double to) {
    if (!std::isfinite(from) || !std::isfinite(to) || !(to > from)) return;
    // Narrower than what a double can tell apart would freeze the ticks.
    if (to - from < std::max(std::abs(from), std::abs(to)) * 1e-9 || to - from < 1e-9) return;
    following = false;
    custom->xAxis->setRange(from, to);
    schedule();
}

void LinePlot::Impl::zoomX(double factor, double at) {
    const auto range = custom->xAxis->range();
    double from = at - (at - range.lower) * factor, to = at + (range.upper - at) * factor;
    const Range all = dataExtent();
    if (all.to > all.from) {  // zoomed out past everything: that is a fit
        const double left = std::isfinite(extent.from) ? std::min(extent.from, all.from) : all.from;
        const double right = std::isfinite(extent.to) ? std::max(extent.to, all.to) : all.to;
        if (factor > 1 && from <= left && to >= right) {
            self.fit();
            emit self.fitted();
            return;
        }
    }
    setXView(from, to);
    emit self.xZoomed(custom->xAxis->range().lower, custom->xAxis->range().upper);
}

void LinePlot::Impl::panBy(const QPointF& pixels) {
    const auto range = custom->xAxis->range();
    const double shift = range.size() * pixels.x() / std::max(1, area().width());
    if (fixedY) {
        if (logY) {
            const double ratio = std::pow(fixedY->to / fixedY->from, pixels.y() / std::max(1, area().height()));
            fixedY = Range{fixedY->from * ratio, fixedY->to * ratio};
        } else {
            const double rise = (fixedY->to - fixedY->from) * pixels.y() / std::max(1, area().height());
            fixedY = Range{fixedY->from + rise, fixedY->to + rise};
        }
    }
    setXView(range.lower - shift, range.upper - shift);
    emit self.xZoomed(custom->xAxis->range().lower, custom->xAxis->range().upper);
}

void LinePlot::Impl::hideTooltip() {
    if (tooltip) tooltip->hide();
}

std::optional<size_t> LinePlot::Impl::pointNear(const PlotSeries& s, double x) const {
    if (s.xs.empty()) return {};
    size_t i = std::min(lowerIndex(s.xs, x), s.xs.size() - 1);
    if (i > 0 && std::abs(s.xs[i - 1] - x) <= std::abs(s.xs[i] - x)) --i;
    const double away = std::abs(custom->xAxis->coordToPixel(s.xs[i]) - custom->xAxis->coordToPixel(x));
    if (away > 24 && (x < s.xs[0] || x > s.xs.back())) return {};
    return i;
}

void LinePlot::Impl::pointAt(const QPoint& position) {
    if (!area().contains(position) || !hasPoints()) {
        if (std::isfinite(cursor)) {
            cursor = kNaN;
            overlay->update();
            emit self.cursorMoved(kNaN);
        }
        hideTooltip();
        return;
    }
    // The line goes to the nearest point there is; the table and the dots then speak of that x.
    double x = xAt(position.x()), nearestDistance = 40;
    for (const auto& [id, s] : series) {
        if (!s.visible) continue;
        const auto i = pointNear(s, xAt(position.x()));
        if (!i) continue;
        const double away = std::abs(custom->xAxis->coordToPixel(s.xs[*i]) - position.x());
        if (away < nearestDistance) nearestDistance = away, x = s.xs[*i];
    }
    struct Row {
        double distance;
        TooltipRow row;
    };
    std::vector<Row> rows;
    for (const auto& [id, s] : series) {
        if (!s.visible) continue;
        const auto i = pointNear(s, x);
        if (!i) continue;
        double distance = std::abs(custom->yAxis->coordToPixel(shown(s, *i)) - position.y());
        if (!std::isfinite(distance)) distance = 1e9;
        QStringList values;
        if (smoothing > 0) values << valueText(shown(s, *i));
        values << valueText(s.raw[*i]) << positionText(s.xs[*i], xKind);
        rows.push_back({distance, {Theme::instance().series(s.style.color), s.style.name, values, s.style.dashed}});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.distance < b.distance; });
    if (!(cursor == x)) {
        cursor = x;
        overlay->update();
        emit self.cursorMoved(x);
    }
    if (rows.empty()) {
        hideTooltip();
        return;
    }
    if (!tooltip || tooltip->parentWidget() != self.window()) {
        delete tooltip;
        tooltip = new PlotTooltip(self.window());
    }
    QVector<TooltipRow> shown;
    for (size_t i = 0; i < std::min<size_t>(rows.size(), 12); ++i) shown.append(rows[i].row);
    QStringList header{LinePlot::tr("run")};
    if (smoothing > 0) header << LinePlot::tr("smoothed");
    header << LinePlot::tr("value") << xName;
    tooltip->showRows(header, shown, self.mapTo(self.window(), position));
}

LinePlot::LinePlot(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>(*this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    impl_->emptyText = tr("Nothing recorded yet");
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        impl_->restyle();
        impl_->schedule();
        impl_->overlay->update();
    });
}

LinePlot::~LinePlot() = default;

int LinePlot::addSeries(const PlotSeriesStyle& style) {
    const int id = impl_->nextId++;
    auto& s = impl_->series[id];
    s.style = style;
    s.smoother = Smoother(style.smoothed ? impl_->smoothing : 0);
    for (QCPGraph** graph : {&s.rawGraph, &s.smoothGraph}) {
        *graph = impl_->custom->addGraph();
        (*graph)->setAdaptiveSampling(false);  // what it gets is already reduced
        (*graph)->setAntialiased(true);
        (*graph)->setSelectable(QCP::stNone);
    }
    // Raw lines of all curves behind all smoothed ones.
    if (!impl_->custom->layer(QStringLiteral("raw"))) {
        impl_->custom->addLayer(QStringLiteral("raw"), impl_->custom->layer(QStringLiteral("main")),
                                QCustomPlot::limBelow);
    }
    s.rawGraph->setLayer(QStringLiteral("raw"));
    impl_->styleSeries(s);
    impl_->schedule();
    return id;
}

void LinePlot::setSeriesStyle(int series, const PlotSeriesStyle& style) {
    if (auto* s = impl_->find(series)) {
        if (s->style.smoothed != style.smoothed) {
            s->next.emplace(Smoother(style.smoothed ? impl_->smoothing : 0), MinMaxPyramid());
            impl_->smoothTimer.start();
        }
        s->style = style;
        impl_->styleSeries(*s);
        impl_->schedule();
    }
}

void LinePlot::setSeriesVisible(int series, bool visible) {
    auto* s = impl_->find(series);
    if (!s || s->visible == visible) return;
    s->visible = visible;
    impl_->styleSeries(*s);
    impl_->schedule();
}

void LinePlot::removeSeries(int series) {
    if (auto* s = impl_->find(series)) {
        impl_->custom->removeGraph(s->rawGraph);
        impl_->custom->removeGraph(s->smoothGraph);
        impl_->series.erase(series);
        impl_->schedule();
    }
}

void LinePlot::clear() {
    impl_->custom->clearGraphs();
    impl_->series.clear();
    impl_->marks.clear();
    impl_->fixedY.reset();
    impl_->following = true;
    impl_->hideTooltip();
    impl_->schedule();
}

void LinePlot::append(int series, std::span<const PlotPoint> points) {
    auto* s = impl_->find(series);
    if (!s || points.empty()) return;
    for (const auto& point : points) {
        s->xs.push_back(s->xs.empty() ? point.x : std::max(point.x, s->xs.back()));
        s->raw.append(point.y);
        s->smooth.append(s->smoother.next(point.y));
    }
    std::isfinite(s->drawnTo) ? impl_->grow(s->drawnTo, s->xs.back()) : impl_->schedule();
}

void LinePlot::replaceX(int series, std::span<const double> xs) {
    auto* s = impl_->find(series);
    if (!s || xs.size() != s->xs.size()) return;
    double last = -std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < xs.size(); ++i) s->xs[i] = last = std::max(last, xs[i]);
    s->drawnTo = Impl::kNaN;
    impl_->schedule();
}

size_t LinePlot::pointCount(int series) const {
    const auto* s = impl_->find(series);
    return s ? s->xs.size() : 0;
}

void LinePlot::setSmoothing(double weight) {
    weight = std::clamp(weight, 0.0, 0.999);
    if (weight == impl_->smoothing) return;
    impl_->smoothing = weight;
    for (auto& [id, s] : impl_->series) {
        if (s.style.smoothed) s.next.emplace(Smoother(weight), MinMaxPyramid());
        impl_->styleSeries(s);
    }
    impl_->smoothSome();  // short curves are done at once
    if (busy()) impl_->smoothTimer.start();
    impl_->schedule();
}

void LinePlot::setLogY(bool on) {
    if (on == impl_->logY) return;
    impl_->logY = on;
    impl_->fixedY.reset();
    impl_->schedule();
    emit viewChanged();
}

void LinePlot::setIgnoreOutliers(bool on) {
    if (on == impl_->ignoreOutliers) return;
    impl_->ignoreOutliers = on;
    impl_->schedule();
    emit viewChanged();
}

void LinePlot::setShowRaw(bool on) {
    if (on == impl_->showRaw) return;
    impl_->showRaw = on;
    for (auto& [id, s] : impl_->series) impl_->styleSeries(s);
    impl_->schedule();
    emit viewChanged();
}

void LinePlot::setXAxis(AxisKind kind, const QString& name) {
    impl_->xKind = kind;
    impl_->xName = name;
    impl_->schedule();
}

void LinePlot::setMarks(const QVector<PlotMark>& marks) {
    impl_->marks = marks;
    std::stable_sort(impl_->marks.begin(), impl_->marks.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    impl_->overlay->update();
}

void LinePlot::setTitle(const QString& title) {
    impl_->title = title;
    setAccessibleName(title);
}

void LinePlot::setEmptyText(const QString& text) {
    impl_->emptyText = text;
    impl_->overlay->update();
}

void LinePlot::setXExtent(double from, double to) {
    const Impl::Range before = std::exchange(impl_->extent, Impl::Range{from, to});
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    if (!impl_->following || (same(from, before.from) && same(to, before.to))) return;
    if (same(from, before.from) && to > before.to)
        impl_->grow(xTo(), to);
    else
        impl_->schedule();
}

bool LinePlot::logY() const { return impl_->logY; }
bool LinePlot::ignoreOutliers() const { return impl_->ignoreOutliers; }
bool LinePlot::showRaw() const { return impl_->showRaw; }
double LinePlot::smoothing() const { return impl_->smoothing; }
bool LinePlot::following() const { return impl_->following; }
double LinePlot::xFrom() const { return impl_->custom->xAxis->range().lower; }
double LinePlot::xTo() const { return impl_->custom->xAxis->range().upper; }
double LinePlot::yFrom() const { return impl_->custom->yAxis->range().lower; }
double LinePlot::yTo() const { return impl_->custom->yAxis->range().upper; }
void LinePlot::setXRange(double from, double to) { impl_->setXView(from, to); }

void LinePlot::fit() {
    impl_->following = true;
    impl_->fixedY.reset();
    impl_->schedule();
}

void LinePlot::setCursor(double x) {
    impl_->cursor = x;
    impl_->overlay->update();
}

QPixmap LinePlot::picture(double scale) const { return impl_->picture(scale); }

QString LinePlot::savePng(const QString& path) const {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !picture().save(&file, "PNG") || !file.commit())
        return tr("The picture could not be written to %1: %2. Choose another folder.").arg(path, file.errorString());
    return {};
}

QString LinePlot::saveCsv(const QString& path) const {
    QSaveFile file(path);
    const auto failed = [&] {
        return tr("The points could not be written to %1: %2. Choose another folder.").arg(path, file.errorString());
    };
    if (!file.open(QIODevice::WriteOnly)) return failed();
    file.write(QByteArray("series,") + impl_->xName.toUtf8() + ",value,smoothed\n");
    for (const auto& [id, s] : impl_->series) {
        QByteArray name = s.style.name.toUtf8();
        if (name.contains(',') || name.contains('"') || name.contains('\n'))
            name = '"' + name.replace("\"", "\"\"") + '"';
        for (size_t i = 0; i < s.xs.size(); ++i) {
            const QByteArray line = name + ',' + QByteArray::number(s.xs[i], 'g', 17) + ',' +
                                    QByteArray::number(s.raw[i], 'g', 17) + ',' +
                                    QByteArray::number(s.smooth[i], 'g', 17) + '\n';
            if (file.write(line) != line.size()) return failed();
        }
    }
    return file.commit() ? QString() : failed();
}

void LinePlot::exportPngInteractively() {
    QString path = QFileDialog::getSaveFileName(this, tr("Save the chart as a picture"),
                                                impl_->title + QStringLiteral(".png"), tr("PNG picture (*.png)"));
    if (path.isEmpty()) return;
    if (!path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) path += QStringLiteral(".png");
    if (const QString error = savePng(path); !error.isEmpty()) emit exportFailed(error);
}

void LinePlot::exportCsvInteractively() {
    QString path = QFileDialog::getSaveFileName(this, tr("Save all points"), impl_->title + QStringLiteral(".csv"),
                                                tr("Comma-separated values (*.csv)"));
    if (path.isEmpty()) return;
    if (!path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)) path += QStringLiteral(".csv");
    if (const QString error = saveCsv(path); !error.isEmpty()) emit exportFailed(error);
}

QRect LinePlot::plotRect() const { return impl_->area(); }
QPointF LinePlot::toPixel(double x, double y) const {
    return {impl_->custom->xAxis->coordToPixel(x), impl_->custom->yAxis->coordToPixel(y)};
}
const QVector<PlotMark>& LinePlot::marks() const { return impl_->marks; }
int LinePlot::replots() const { return impl_->replots; }
double LinePlot::lastReplotMs() const { return impl_->lastMs; }
int LinePlot::drawnPoints(int series) const {
    const auto* s = impl_->find(series);
    return s ? s->drawn : 0;
}
bool LinePlot::busy() const {
    return std::any_of(impl_->series.begin(), impl_->series.end(),
                       [](const auto& s) { return s.second.next.has_value(); });
}
void LinePlot::replotNow() {
    impl_->timer.stop();
    impl_->replot();
}

}  // namespace tl
