// LinePlot's data and hands: appending, smoothing, zoom, pan and the pointer. The curves are painted by QCustomPlot,
// which gets no events of its own: all of them arrive in line_plot_events.cpp.
#include "widgets/plot/line_plot.h"

#include <QToolButton>
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
    custom->axisRect()->setupFullAxesBox(false);
    // Nothing is painted there; as a buffer of its own it would be cleared and laid over the chart at each replot.
    custom->layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);
    custom->xAxis2->setVisible(false);
    custom->yAxis2->setVisible(false);
    custom->addLayer(QStringLiteral("curves"), custom->layer(QStringLiteral("main")), QCustomPlot::limBelow);
    custom->addLayer(QStringLiteral("groups"), custom->layer(QStringLiteral("main")), QCustomPlot::limAbove);
    new PlotCurves(custom, QStringLiteral("curves"), [this](QCPPainter& painter) { drawCurves(painter); });
    overlay = new PlotOverlay(&self, [this](QPainter& painter) {
        if (dirty && !timer.isActive()) schedule();  // it has come into sight
        drawOverlay(painter);
    });
    outliers = new QToolButton(&self);
    outliers->setObjectName(QStringLiteral("outliersHidden"));
    outliers->setFocusPolicy(Qt::TabFocus);
    outliers->setCursor(Qt::PointingHandCursor);
    outliers->hide();
    QObject::connect(outliers, &QToolButton::clicked, &self, [this] { self.setIgnoreOutliers(false); });
    timer.setSingleShot(true);
    // One that is scrolled away or covered waits until it is painted again.
    QObject::connect(&timer, &QTimer::timeout, &self, [this] {
        if (!custom->visibleRegion().isEmpty()) replot();
    });
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

// A curve grew beyond that x: what one look brings waits for the next, since four charts at each look would take a
// fifth of a core, but no longer. After a pause it is drawn at once.
void LinePlot::Impl::grow(double from) {
    const auto range = custom->xAxis->range();
    if (!following && from > range.upper) return;  // beyond what a person zoomed to
    if (replots == 0) return schedule(kReplotMs);
    const qint64 now = sinceReplot.elapsed();
    if (grownAt < 0) grownAt = now;
    const bool gathered = now - grownAt >= kGatherMs || now >= kPauseMs;
    schedule(gathered ? 0 : static_cast<int>(grownAt) + kGatherMostMs);
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
        s.forget();
        schedule();
    }
    smoothTimer.stop();
}

void LinePlot::Impl::setXView(double from, double to) {
    if (logXNow() && from <= 0) from = to * 1e-4;
    if (!std::isfinite(from) || !std::isfinite(to) || !(to > from)) return;
    // Narrower than what a double can tell apart would freeze the ticks.
    if (to - from < std::max(std::abs(from), std::abs(to)) * 1e-9 || to - from < 1e-9) return;
    following = false;
    custom->xAxis->setRange(from, to);
    schedule(kHandMs);
}

void LinePlot::Impl::zoomX(double factor, double at) {
    const auto range = custom->xAxis->range();
    const bool log = logXNow();
    const double from = log ? at * std::pow(range.lower / at, factor) : at - (at - range.lower) * factor;
    const double to = log ? at * std::pow(range.upper / at, factor) : at + (range.upper - at) * factor;
    // Zoomed out past everything: that is a fit.
    if (const Range all = followedX(); factor > 1 && from <= all.from && to >= all.to) {
        self.fit();
        emit self.fitted();
        return;
    }
    setXView(from, to);
    emit self.xZoomed(custom->xAxis->range().lower, custom->xAxis->range().upper);
}

void LinePlot::Impl::panBy(const QPointF& pixels) {
    if (fixedY) {
        if (logY) {
            const double ratio = std::pow(fixedY->to / fixedY->from, pixels.y() / std::max(1, area().height()));
            fixedY = Range{fixedY->from * ratio, fixedY->to * ratio};
        } else {
            const double up = (fixedY->to - fixedY->from) * pixels.y() / std::max(1, area().height());
            fixedY = Range{fixedY->from + up, fixedY->to + up};
        }
    }
    setXView(xAt(area().left() - pixels.x()), xAt(area().left() - pixels.x() + area().width()));
    emit self.xZoomed(custom->xAxis->range().lower, custom->xAxis->range().upper);
}

void LinePlot::showAll() {
    const bool limited = impl_->limits.any();
    impl_->limits = {};
    fit();
    emit fitted();
    if (limited) emit viewChanged();
}

AxisKind LinePlot::xAxis() const { return impl_->xKind; }

void LinePlot::Impl::hideTooltip() {
    if (tooltip) tooltip->hide();
}

static bool sameLimit(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool PlotLimits::any() const { return !(std::isnan(xFrom) && std::isnan(xTo) && std::isnan(yFrom) && std::isnan(yTo)); }

bool PlotLimits::operator==(const PlotLimits& other) const {
    return sameLimit(xFrom, other.xFrom) && sameLimit(xTo, other.xTo) && sameLimit(yFrom, other.yFrom) &&
           sameLimit(yTo, other.yTo);
}

LinePlot::LinePlot(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>(*this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("followsPointer", true);  // its keys are those of the charts beside it
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    impl_->emptyText = tr("Nothing recorded yet");
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        impl_->restyle();
        // Those in sight at once: the ground is painted before any clock runs, and under load the old curves would
        // stand on it for long.
        impl_->custom->visibleRegion().isEmpty() ? impl_->schedule() : impl_->replot();
        impl_->overlay->update();
    });
}

LinePlot::~LinePlot() = default;

int LinePlot::addSeries(const PlotSeriesStyle& style) {
    const int id = impl_->nextId++;
    auto& s = impl_->series[id];
    s.style = style;
    s.smoother = Smoother(style.smoothed ? impl_->smoothing : 0);
    impl_->styleSeries(s);
    impl_->schedule();
    return id;
}

void LinePlot::setSeriesStyle(int series, const PlotSeriesStyle& style) {
    if (auto* s = impl_->find(series)) {
        if (s->style.smoothed != style.smoothed) {
            s->next.emplace(Smoother(style.smoothed ? impl_->smoothing : 0), MinMaxPyramid());
            s->forget();
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
    impl_->fence.reset();
    impl_->styleSeries(*s);
    impl_->schedule();
}

void LinePlot::setLeading(const QList<int>& series) {
    for (auto& [id, s] : impl_->series) {
        if (s.leading == series.contains(id)) continue;
        s.leading = !s.leading;
        impl_->styleSeries(s);
        impl_->schedule();
    }
}

void LinePlot::removeSeries(int series) {
    if (!impl_->series.erase(series)) return;
    impl_->fence.reset();
    impl_->schedule();
}

void LinePlot::clear() {
    impl_->custom->clearGraphs();
    impl_->series.clear();
    impl_->groups.clear();
    impl_->marks.clear();
    impl_->fence.reset();
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
    std::isfinite(s->drawnTo) ? impl_->grow(s->drawnTo) : impl_->schedule();
}

void LinePlot::replaceX(int series, std::span<const double> xs) {
    auto* s = impl_->find(series);
    if (!s || xs.size() != s->xs.size()) return;
    double last = -std::numeric_limits<double>::infinity();
    ChunkedVector<double> moved;  // the old ones may be being written to a file
    for (const double x : xs) moved.push_back(last = std::max(last, x));
    s->xs = std::move(moved);
    s->drawnTo = Impl::kNaN;
    s->forget();
    impl_->fence.reset();
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
        s.forget();  // a group may take the other values
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
    impl_->setMargins();
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
    if (kind != impl_->xKind) impl_->following = true;  // a zoom in steps means nothing in seconds
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

void LinePlot::setPointColumns(const QStringList& names, std::function<QStringList(int, size_t)> text) {
    impl_->pointColumns = names;
    impl_->pointText = std::move(text);
}

void LinePlot::setLogX(bool on) {
    if (on == impl_->logX) return;
    impl_->logX = on;
    if (impl_->xKind != AxisKind::Clock) impl_->following = true;
    impl_->schedule();
    emit viewChanged();
}

void LinePlot::setLimits(const PlotLimits& limits) {
    if (limits == impl_->limits) return;
    impl_->limits = limits;
    fit();
    emit viewChanged();
}

int LinePlot::addGroup(const PlotSeriesStyle& style) {
    const int id = impl_->nextId++;
    auto& group = impl_->groups[id];
    group.style = style;
    for (QCPGraph** graph : {&group.low, &group.high, &group.mean}) {
        *graph = impl_->custom->addGraph();
        (*graph)->setLayer(QStringLiteral("groups"));
        (*graph)->setAdaptiveSampling(false);
        (*graph)->setSelectable(QCP::stNone);
    }
    impl_->styleGroup(group);
    impl_->schedule();
    return id;
}

void LinePlot::removeGroup(int id) {
    const auto group = impl_->groups.find(id);
    if (group == impl_->groups.end()) return;
    for (auto& [other, s] : impl_->series) {
        QList<int> left = s.groups;
        left.removeAll(id);
        setGroups(other, left);
    }
    for (QCPGraph* graph : {group->second.mean, group->second.low, group->second.high})
        impl_->custom->removeGraph(graph);
    impl_->groups.erase(group);
    impl_->schedule();
}

void LinePlot::setGroups(int series, const QList<int>& groups) {
    auto* s = impl_->find(series);
    if (!s || s->groups == groups) return;
    s->groups = groups;
    impl_->styleSeries(*s);
    impl_->schedule();
}

void LinePlot::setBand(PlotBand band) {
    if (band == impl_->band) return;
    impl_->band = band;
    impl_->schedule();
}

LinePlot::Band LinePlot::groupAt(int group, double x) const {
    const auto found = impl_->groups.find(group);
    const Band* band = found == impl_->groups.end() ? nullptr : impl_->columnAt(found->second, x);
    return band ? *band : Band{Impl::kNaN, Impl::kNaN, Impl::kNaN, 0};
}

bool LinePlot::logX() const { return impl_->logX; }
PlotLimits LinePlot::limits() const { return impl_->limits; }
bool LinePlot::logY() const { return impl_->logY; }
bool LinePlot::ignoreOutliers() const { return impl_->ignoreOutliers; }
bool LinePlot::showRaw() const { return impl_->showRaw; }
double LinePlot::smoothing() const { return impl_->smoothing; }
bool LinePlot::following() const { return impl_->following; }
QString LinePlot::sentence() const { return impl_->sentence(); }
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
int LinePlot::offLog() const { return impl_->drawOffLog(nullptr); }
bool LinePlot::busy() const {
    return std::any_of(impl_->series.begin(), impl_->series.end(),
                       [](const auto& s) { return s.second.next.has_value(); });
}
void LinePlot::replotNow() {
    impl_->timer.stop();
    impl_->replot();
}

}  // namespace tl
