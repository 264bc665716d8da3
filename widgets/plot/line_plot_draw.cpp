// What a LinePlot shows at a replot: which points of its curves, between which ends of y, in which pens. Lines wider
// than one pixel are drawn only while that proves fast, since they can cost tens of times more.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "widgets/plot/line_plot_impl.h"
#include "widgets/theme/theme.h"

namespace tl {

// A validation curve is paler than its run's own colour.
QColor curveColor(const PlotSeriesStyle& style) {
    const auto& theme = Theme::instance();
    const QColor color = theme.series(style.color);
    return style.dashed ? Theme::mix(theme.color(Token::Text), color, 0.4) : color;
}

QPen curvePen(const PlotSeriesStyle& style, double width) {
    QPen pen(curveColor(style), width, Qt::SolidLine, Qt::SquareCap, Qt::BevelJoin);
    QList<qreal> dashes = Theme::instance().seriesDashes(style.color);
    if (style.dashed) dashes = {3, 3};
    if (!dashes.isEmpty()) {
        pen.setCapStyle(Qt::FlatCap);
        pen.setDashPattern(dashes);
    }
    return pen;
}

namespace {

// Runs that share a colour have other rings.
QCPScatterStyle::ScatterShape ringOf(int color) {
    static constexpr QCPScatterStyle::ScatterShape shapes[] = {QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare,
                                                               QCPScatterStyle::ssDiamond, QCPScatterStyle::ssTriangle};
    return shapes[Theme::seriesRound(color)];
}

}  // namespace

void LinePlot::Impl::restyle() {
    const auto& theme = Theme::instance();
    custom->setBackground(QBrush(theme.color(Token::Bg1)));
    for (QCPAxis* axis : {custom->xAxis, custom->yAxis}) {
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelFont(theme.mono(11));
        axis->setTickLabelColor(theme.color(Token::Faint));
        axis->setTickLabelPadding(6);
        axis->setPadding(0);
    }
    custom->yAxis->setPadding(8);  // long labels stay clear of the card's edge
    custom->xAxis->grid()->setVisible(false);
    custom->yAxis->grid()->setPen(QPen(theme.color(Token::Line), 1));
    custom->yAxis->grid()->setZeroLinePen(Qt::NoPen);
    custom->yAxis->grid()->setSubGridVisible(false);
    custom->yAxis->grid()->setAntialiased(false);
    for (auto& [id, s] : series) styleSeries(s);
    for (auto& [id, group] : groups) styleGroup(group);
    outliers->setStyleSheet(
        QStringLiteral("QToolButton { color: %1; background: %2; border: none; border-radius: 4px; padding: 1px 5px; "
                       "font-size: %4px; } QToolButton:hover, QToolButton:focus { color: %3; }")
            .arg(theme.color(Token::Muted).name(), theme.color(Token::Bg2).name(), theme.color(Token::Text).name())
            .arg(theme.font(11).pixelSize()));
    outliers->ensurePolished();
    setMargins();
}

void LinePlot::Impl::styleSeries(PlotSeries& s) {
    const QColor color = curveColor(s.style);
    // Upright strokes lie over each other: dense, they look as strong at less.
    QColor faint = color;
    faint.setAlphaF(s.dense ? 0.2f : 0.28f);
    const bool smoothed = smoothing > 0 && s.style.smoothed;
    const double width = !wide ? 1 : s.leading ? 2.8 : 1.8;
    QPen strong = curvePen(s.style, width);
    if (width == 1) strong.setCosmetic(true);
    QPen weak(faint, 1);
    weak.setCosmetic(true);
    if (!smoothed && s.style.smoothed && s.dense) {  // noise, which must not cover the dashed line of its colour
        QColor half = color;
        half.setAlphaF(0.5f);
        strong.setColor(half);
    }
    s.rawLine.pen = smoothed ? weak : strong;
    s.smoothLine.pen = strong;
    s.rings = QCPScatterStyle(ringOf(s.style.color), QPen(color, 1.4), QBrush(Theme::instance().color(Token::Bg1)), 6);
    s.rawLine.strong = !smoothed;
    s.rawLine.shown = alone(s) && (!smoothed || showRaw);
    s.smoothLine.shown = alone(s) && smoothed;
}

size_t PlotView::inSight(const PlotSeries& s) const { return upperIndex(s.xs, to) - lowerIndex(s.xs, from); }

void PlotView::reduce(const PlotSeries& s, bool raw, size_t inSight, PlotLine& line) const {
    constexpr int kMeanPixels = 3;  // a dense smoothed line has one mean for so many: the noise left reads as a line
    const int wanted = raw       ? rawColumns
                       : s.dense ? std::min(meanColumns, std::max(16, width / kMeanPixels))
                                 : meanColumns;
    const auto& kept = line.kept.over(s.xs, raw ? s.raw : s.smooth, steadyColumns(from, to, wanted, scale));
    const auto before = [](const PlotPoint& point, double x) { return point.x < x; };
    const auto after = [](double x, const PlotPoint& point) { return x < point.x; };
    const auto first = std::lower_bound(kept.begin(), kept.end(), from, before);
    const auto last = std::upper_bound(first, kept.end(), to, after);
    line.points = {first == kept.begin() ? first : first - 1, last == kept.end() ? last : last + 1};
    const size_t count = line.points.size();
    // Denser than the pixels, a noisy line is upright strokes: smooth edges would cost most of the replot and show
    // nothing.
    line.smoothEdges = !crowded && (!s.style.smoothed || count <= 2 * static_cast<size_t>(std::max(16, width)));
    line.eachDot = 1;
    if (s.style.dashed) {
        // Rings, at most one in 24 pixels.
        const auto room = static_cast<size_t>(std::max(1, width / 24));
        line.dots = s.rings;
        line.eachDot = std::max<size_t>(1, (count + room - 1) / room);
    } else {
        // Few points are drawn as dots, too: a lone one would show no line.
        const bool dots = inSight <= 40 && line.strong;
        line.dots = dots ? QCPScatterStyle(QCPScatterStyle::ssDisc, 4) : QCPScatterStyle(QCPScatterStyle::ssNone);
    }
}

// Takes a curve's points of the view into one of its lines; returns how many.
size_t LinePlot::Impl::reduceLine(PlotSeries& s, bool raw, size_t inSight) {
    PlotLine& line = raw ? s.rawLine : s.smoothLine;
    view.reduce(s, raw, inSight, line);
    std::ranges::copy_if(line.points, std::back_inserter(visiblePoints),
                         [this](const PlotPoint& point) { return point.x >= view.from && point.x <= view.to; });
    return line.points.size();
}

int LinePlot::Impl::pixels() const { return std::max(16, static_cast<int>(area().width() * self.devicePixelRatioF())); }

void LinePlot::Impl::replot() {
    QElapsedTimer clock;
    clock.start();
    dirty = false;

    setScales();
    if (following) {
        const Range all = followedX();
        custom->xAxis->setRange(all.from, all.to);
    }
    const auto range = custom->xAxis->range();
    const int finest = pixels();
    const auto curves = static_cast<int>(
        std::count_if(series.begin(), series.end(), [this](const auto& each) { return alone(each.second); }));
    const auto share = [&](int points, int least) {
        return curves == 0 ? finest : std::clamp(points / curves, std::min(least, finest), finest);
    };
    view = {
        range.lower,         range.upper, scaleOfX(), area().width(), share(kRawPoints / 4, 48), share(kMeanPoints, 96),
        curves > kManyCurves};
    visiblePoints.clear();
    size_t drawn = 0;
    for (auto& [id, s] : series) {
        s.drawn = 0;
        if (!s.visible) continue;
        if (!s.xs.empty()) s.drawnTo = s.xs.back();
        if (!s.groups.isEmpty()) continue;
        const size_t inSight = view.inSight(s);
        if (const bool dense = inSight > static_cast<size_t>(std::max(16, area().width())); dense != s.dense) {
            s.dense = dense;
            styleSeries(s);
        }
        s.drawn = static_cast<int>(reduceLine(s, true, inSight));
        drawn += smoothing > 0 && s.style.smoothed ? reduceLine(s, false, inSight) : static_cast<size_t>(s.drawn);
    }
    drawGroups();
    const Range fitted = fixedY ? *fixedY : fittedY(visiblePoints), y = fixedY ? fitted : withinLimits(fitted);
    // A hair wider: a tick at the very end would be lost to the last bit of its number.
    custom->yAxis->setRange(y.from - 1e-13 * std::abs(y.from), y.to + 1e-13 * std::abs(y.to));
    updateTickers();
    tellOfOutliers(fitted);  // what a fixed range cuts is no outlier

    // Wide until it proved slow here, three times in a row, since a busy machine is slow now and then; tried again once
    // there is clearly less to draw: a curve that grows does not go back and forth.
    const bool wideNow = drawn < 20000 && (wide ? slowPaints < 3 : 2 * drawn < slowAt);
    if (wideNow != wide || replots == 0) {
        wide = wideNow;
        if (!wide) slowAt = drawn;
        slowPaints = 0;
        for (auto& [id, s] : series) styleSeries(s);
    }
    const qint64 before = clock.nsecsElapsed();
    custom->replot(QCustomPlot::rpQueuedRefresh);
    placeOutliers();
    const double painted = static_cast<double>(clock.nsecsElapsed() - before) / 1e6;
    if (wide) slowPaints = painted < 9 ? 0 : slowPaints + 1;
    lastMs = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    ++replots;
    sinceReplot.restart();
    grownAt = -1;
    overlay->update();
}

}  // namespace tl
