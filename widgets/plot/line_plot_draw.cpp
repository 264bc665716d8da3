// What a LinePlot paints. QCustomPlot scans all that it is given on each replot, so it is given at most four points a
// pixel column; lines wider than one pixel are drawn only while that proves fast, since they can cost tens of times
// more.
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/plot/line_plot_impl.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

double niceStep(double range, int ticks) {
    if (!(range > 0)) return 1;
    const double rough = range / std::max(1, ticks), power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0})
        if (factor * power >= rough * 0.8) return factor * power;
    return 10 * power;
}

class NumberTicker : public QCPAxisTicker {
public:
    AxisKind kind = AxisKind::Number;
    int wanted = 4;

private:
    double getTickStep(const QCPRange& range) override {
        if (kind == AxisKind::Number) return step_ = niceStep(range.size(), wanted);
        const double rough = range.size() / std::max(1, wanted);
        for (const double seconds : {1., 2., 5., 10., 15., 30., 60., 120., 300., 600., 900., 1800., 3600., 7200.,
                                     10800., 21600., 43200., 86400.})
            if (seconds >= rough) return step_ = rough < 1 ? niceStep(range.size(), wanted) : seconds;
        return step_ = 86400 * std::ceil(rough / 86400);
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return tickText(tick, step_, kind); }
    int getSubTickCount(double) override { return 0; }
    double step_ = 1;
};

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

// Runs that share a colour have other rings.
QCPScatterStyle::ScatterShape ringOf(int color) {
    static constexpr QCPScatterStyle::ScatterShape shapes[] = {QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare,
                                                               QCPScatterStyle::ssDiamond, QCPScatterStyle::ssTriangle};
    return shapes[Theme::seriesRound(color)];
}

class PowerTicker : public QCPAxisTickerLog {
    double getTickStep(const QCPRange& range) override {
        shown_ = range;
        return QCPAxisTickerLog::getTickStep(range);
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return powerText(tick, shown_.lower, shown_.upper);
    }
    int getSubTickCount(double) override { return 0; }
    QCPRange shown_;
};

}  // namespace

LinePlot::Impl::Range LinePlot::Impl::niceRange(double least, double greatest) {
    if (!(greatest >= least)) return {0, 1};
    // A constant, up to what a float can hold of it: a flat line with 0 in sight, not its rounding magnified.
    if (greatest - least <= 2e-6 * std::max(std::abs(least), std::abs(greatest))) {
        if (greatest > 0)
            least = 0, greatest *= 1.4;
        else if (least < 0)
            least *= 1.4, greatest = 0;
        else
            least = -1, greatest = 1;
    }
    if (least > 0 && least < greatest * 0.6) least = 0;  // curves of losses and rates stand on 0
    const double step = niceStep(greatest - least, 4);
    // What passes a tick by less than a hundredth of a pixel needs no step of its own.
    Range range{std::floor(least / step + 1e-5) * step, std::ceil(greatest / step - 1e-5) * step};
    // A whole empty step above is too much: half a step does.
    if (range.to - greatest > step * 0.75) range.to -= step * 0.5;
    return range;
}

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
    outliers->setStyleSheet(
        QStringLiteral("QToolButton { color: %1; background: %2; border: none; border-radius: 4px; padding: 1px 5px; "
                       "font-size: %4px; } QToolButton:hover, QToolButton:focus { color: %3; }")
            .arg(theme.color(Token::Muted).name(), theme.color(Token::Bg2).name(), theme.color(Token::Text).name())
            .arg(theme.font(11).pixelSize()));
}

void LinePlot::Impl::styleSeries(PlotSeries& s) {
    const QColor color = curveColor(s.style);
    // Upright strokes lie over each other: dense, they look as strong at less.
    QColor faint = color;
    faint.setAlphaF(s.dense ? 0.2f : 0.28f);
    const bool smoothed = smoothing > 0 && s.style.smoothed;
    const double width = wide ? 1.8 : 1;
    QPen strong = curvePen(s.style, width);
    if (width == 1) strong.setCosmetic(true);
    QPen weak(faint, 1);
    weak.setCosmetic(true);
    if (!smoothed && s.style.smoothed && s.dense) {  // noise, which must not cover the dashed line of its colour
        QColor half = color;
        half.setAlphaF(0.5f);
        strong.setColor(half);
    }
    s.rawGraph->setPen(smoothed ? weak : strong);
    s.smoothGraph->setPen(strong);
    s.rawGraph->setVisible(s.visible && (!smoothed || showRaw));
    s.smoothGraph->setVisible(s.visible && smoothed);
}

LinePlot::Impl::Range LinePlot::Impl::dataExtent() const {
    Range all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const auto& [id, s] : series) {
        if (!s.visible || s.xs.empty()) continue;
        all.from = std::min(all.from, s.xs[0]);
        all.to = std::max(all.to, s.xs.back());
    }
    return all;
}

LinePlot::Impl::Range LinePlot::Impl::fittedY(const std::vector<PlotPoint>& points) const {
    double least = std::numeric_limits<double>::infinity(), greatest = -least;
    for (const auto& point : points) {
        if (!std::isfinite(point.y) || (logY && point.y <= 0)) continue;
        least = std::min(least, point.y);
        greatest = std::max(greatest, point.y);
    }
    if (ignoreOutliers && greatest > least) {
        const Range fence = fenceOfY(least, greatest);
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (const auto& point : points) {
            if (!std::isfinite(point.y) || point.y < fence.from || point.y > fence.to) continue;
            low = std::min(low, point.y);
            high = std::max(high, point.y);
        }
        if (high >= low) least = low, greatest = high;
    }
    if (!(greatest >= least)) return logY ? Range{0.1, 10} : Range{0, 1};
    if (!logY) return niceRange(least, greatest);
    // Whole decades where there are several; else a little room around.
    const double low = std::log10(least), high = std::log10(greatest);
    if (high - low > 0.9) return {std::pow(10, std::floor(low + 0.02)), std::pow(10, std::ceil(high - 0.02))};
    const double room = std::max(0.05, (high - low) * 0.08);
    return {std::pow(10, low - room), std::pow(10, high + room)};
}

void LinePlot::Impl::updateTickers() {
    const auto number = [](QCPAxis* axis, AxisKind kind, int wanted) {
        auto ticker = axis->ticker().dynamicCast<NumberTicker>();
        if (!ticker) {
            ticker = QSharedPointer<NumberTicker>::create();
            axis->setTicker(ticker);
        }
        ticker->kind = kind;
        ticker->wanted = std::max(1, wanted);
    };
    number(custom->xAxis, xKind, area().width() / 90);
    const auto range = custom->yAxis->range();
    if (logY && range.upper / range.lower >= 20) {
        if (!custom->yAxis->ticker().dynamicCast<PowerTicker>())
            custom->yAxis->setTicker(QSharedPointer<PowerTicker>::create());
    } else {
        number(custom->yAxis, AxisKind::Number, area().height() / 52);
    }
}

void LinePlot::Impl::replot() {
    QElapsedTimer clock;
    clock.start();
    dirty = false;

    if (following) {
        Range all = dataExtent();
        if (std::isfinite(extent.from)) all.from = extent.from;
        if (std::isfinite(extent.to)) all.to = std::max(extent.to, std::isfinite(all.to) ? all.to : extent.to);
        if (!(all.to > all.from)) {
            const double middle = std::isfinite(all.from) ? all.from : std::isfinite(all.to) ? all.to : 0;
            all = {middle, middle + 1};
        }
        custom->xAxis->setRange(all.from, all.to);
    }
    const auto range = custom->xAxis->range();
    const int pixels = std::max(16, static_cast<int>(area().width() * self.devicePixelRatioF()));
    visiblePoints.clear();
    size_t drawn = 0;
    QVector<QCPGraphData> data;
    const auto hand = [&](const PlotSeries& s, const MinMaxPyramid& values, QCPGraph* graph, size_t inSight) {
        if (graph == s.rawGraph)
            reduceToPixels(s.xs, values, range.lower, range.upper, pixels, scratch);
        else
            averageToPixels(s.xs, values, range.lower, range.upper,
                            s.dense ? std::max(16, area().width() / kMeanPixels) : pixels, scratch);
        data.clear();
        data.reserve(static_cast<qsizetype>(scratch.size()));
        const double missing = Impl::kNaN;
        for (const auto& point : scratch) {
            data.append(QCPGraphData(point.x, std::isfinite(point.y) ? point.y : missing));
            if (point.x >= range.lower && point.x <= range.upper) visiblePoints.push_back(point);
        }
        graph->data()->set(data, true);
        // Denser than the pixels, a noisy line is upright strokes: smooth edges would cost most of the replot and show
        // nothing.
        graph->setAntialiased(!s.style.smoothed || static_cast<int>(scratch.size()) <= 2 * pixels);
        // Few points are drawn as dots, too: a lone one would show no line.
        const bool dots = inSight <= 40 && (graph == s.smoothGraph || smoothing <= 0 || !s.style.smoothed);
        if (s.style.dashed) {
            // Rings, at most one in 24 pixels.
            const int room = std::max(1, area().width() / 24), points = static_cast<int>(scratch.size());
            graph->setScatterStyle(QCPScatterStyle(ringOf(s.style.color), QPen(curveColor(s.style), 1.4),
                                                   QBrush(Theme::instance().color(Token::Bg1)), 6));
            graph->setScatterSkip(std::max(0, (points + room - 1) / room - 1));
        } else {
            graph->setScatterStyle(dots ? QCPScatterStyle(QCPScatterStyle::ssDisc, 4) : QCPScatterStyle::ssNone);
        }
        return scratch.size();
    };
    for (auto& [id, s] : series) {
        s.drawn = 0;
        if (!s.visible) continue;
        const size_t inSight = upperIndex(s.xs, range.upper) - lowerIndex(s.xs, range.lower);
        if (const bool dense = inSight > static_cast<size_t>(std::max(16, area().width())); dense != s.dense) {
            s.dense = dense;
            styleSeries(s);
        }
        if (!s.xs.empty()) s.drawnTo = s.xs.back();
        s.drawn = static_cast<int>(hand(s, s.raw, s.rawGraph, inSight));
        drawn += smoothing > 0 && s.style.smoothed ? hand(s, s.smooth, s.smoothGraph, inSight)
                                                   : static_cast<size_t>(s.drawn);
    }
    const bool logNow = custom->yAxis->scaleType() == QCPAxis::stLogarithmic;
    if (logNow != logY) custom->yAxis->setScaleType(logY ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    const Range y = fixedY ? *fixedY : fittedY(visiblePoints);
    custom->yAxis->setRange(y.from, y.to);
    updateTickers();
    tellOfOutliers(y);

    // Wide until it proved slow here; tried again once there is clearly less to draw.
    const bool wideNow = drawn < 20000 && (wide ? wideMs < 9 : drawn < 1200);
    if (wideNow != wide || wideMs == 0) {
        wide = wideNow;
        wideMs = 0.01;
        for (auto& [id, s] : series) styleSeries(s);
    }
    const qint64 before = clock.nsecsElapsed();
    custom->replot(QCustomPlot::rpQueuedRefresh);
    const double painted = static_cast<double>(clock.nsecsElapsed() - before) / 1e6;
    if (wide) wideMs = 0.7 * wideMs + 0.3 * painted;
    lastMs = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    ++replots;
    sinceReplot.restart();
    overlay->update();
}

void LinePlot::Impl::drawMarks(QPainter& painter) const {
    const auto& theme = Theme::instance();
    const QRect inside = area();
    painter.setFont(theme.font(11));
    const QFontMetrics metrics(painter.font());
    double rightOfLast = -1;
    int row = 0;
    for (const auto& mark : marks) {
        const double x = std::round(custom->xAxis->coordToPixel(mark.x)) + 0.5;
        if (x < inside.left() || x > inside.right()) continue;
        QPen pen(theme.color(Token::Warn), 1, Qt::CustomDashLine);
        pen.setDashPattern({3, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
        const int width = metrics.horizontalAdvance(mark.text);
        const bool leftwards = x + 6 + width > inside.right();
        const double left = leftwards ? x - 6 - width : x + 5;
        row = left < rightOfLast ? row + 1 : 0;  // words that would overlap step down
        rightOfLast = left + width + 8;
        const QRectF box(left, inside.top() + 1 + row * 15, width + 2, 15);
        QColor ground = theme.color(Token::Bg1);
        ground.setAlphaF(0.8f);
        painter.fillRect(box.adjusted(-2, 0, 2, 0), ground);
        painter.setPen(theme.color(Token::Warn));
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, mark.text);
    }
}

// A small triangle on the floor of the chart wherever a value was NaN or infinite: nothing disappears.
void LinePlot::Impl::drawNonFinite(QPainter& painter) const {
    const QRect inside = area();
    const auto range = custom->xAxis->range();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (const auto& [id, s] : series) {
        if (!s.visible) continue;
        const auto& gaps = s.raw.nonFinite();
        if (gaps.empty()) continue;
        painter.setBrush(Theme::instance().color(Token::Bad));
        // One a pixel: jump from each painted gap to the first one a pixel further.
        double from = range.lower;
        const double pixel = range.size() / std::max(1, inside.width());
        for (int painted = 0; painted < inside.width(); ++painted) {
            const size_t index = lowerIndex(s.xs, from);
            size_t low = 0, high = gaps.size();
            while (low < high) {
                const size_t middle = (low + high) / 2;
                if (gaps[middle] < index)
                    low = middle + 1;
                else
                    high = middle;
            }
            if (low == gaps.size() || gaps[low] >= s.xs.size() || s.xs[gaps[low]] > range.upper) break;
            const double x = custom->xAxis->coordToPixel(s.xs[gaps[low]]), y = inside.bottom();
            painter.drawPolygon(QPolygonF{{x, y - 7}, {x + 4, y}, {x - 4, y}});
            from = s.xs[gaps[low]] + pixel;
        }
    }
}

void LinePlot::Impl::drawOverlay(QPainter& painter) const {
    const auto& theme = Theme::instance();
    const QRect inside = area();
    drawMarks(painter);
    drawNonFinite(painter);
    if (!hasPoints()) {
        painter.setPen(theme.color(Token::Faint));
        painter.setFont(theme.font(12));
        painter.drawText(inside, Qt::AlignCenter | Qt::TextWordWrap, emptyText);
        return;
    }
    if (std::isfinite(cursor)) {
        const double x = std::round(custom->xAxis->coordToPixel(cursor)) + 0.5;
        if (x >= inside.left() && x <= inside.right()) {
            QColor line = theme.color(Token::Muted);
            line.setAlphaF(0.5f);
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.setPen(line);
            painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
            painter.setRenderHint(QPainter::Antialiasing);
            for (const auto& [id, s] : series) {
                if (!s.visible) continue;
                const auto i = pointNear(s, cursor);
                if (!i || !std::isfinite(shown(s, *i))) continue;
                const QPointF at(custom->xAxis->coordToPixel(s.xs[*i]), custom->yAxis->coordToPixel(shown(s, *i)));
                if (!QRectF(inside).adjusted(-1, -1, 1, 1).contains(at)) continue;
                drawDot(painter, s, at);
            }
        }
    }
    if (drag == Drag::Box) {
        const QRect box = QRect(pressed, last).normalized();
        const bool whole = box.height() < 12;  // a flat box means x alone
        const QRect shown = (whole ? QRect(box.left(), inside.top(), box.width(), inside.height()) : box) & inside;
        QColor fill = theme.color(Token::Accent);
        fill.setAlphaF(0.14f);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(theme.color(Token::Accent));
        painter.setBrush(fill);
        painter.drawRect(shown.adjusted(0, 0, -1, -1));
    }
    if (self.hasFocus() && self.focusPolicy() & Qt::TabFocus && self.property("keyboardFocus").toBool()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.color(Token::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(overlay->rect()).adjusted(1, 1, -1, -1), 5, 5);
    }
}

void LinePlot::Impl::drawDot(QPainter& painter, const PlotSeries& s, const QPointF& at) const {
    const auto& theme = Theme::instance();
    const QColor color = theme.series(s.style.color), ground = theme.color(Token::Bg1);
    painter.setPen(s.style.dashed ? QPen(color, 2) : QPen(ground, 1.5));
    painter.setBrush(s.style.dashed ? ground : color);
    painter.drawEllipse(at, 4, 4);
}

// The legend stands beside the title where it fits and in rows of its own below where it does not.
QPixmap LinePlot::Impl::picture(double scale) {
    replot();
    const auto& theme = Theme::instance();
    const QFont titleFont = theme.font(13, QFont::DemiBold), nameFont = theme.font(11);
    const QFontMetricsF metrics(nameFont);
    constexpr int kTitle = 34, kRow = 18, kSample = 22, kGap = 14, kMargin = 12;
    const int width = self.width();
    struct Entry {
        const PlotSeriesStyle* style;
        QString name;
        QPointF at;  // of the name's baseline
    };
    std::vector<Entry> entries;
    double x = kMargin + QFontMetricsF(titleFont).horizontalAdvance(title) + 24, y = kTitle / 2.0 + 4;
    bool besideTitle = true;
    double needed = x;
    for (const auto& [id, s] : series) {
        if (!s.visible) continue;
        const QString name = metrics.elidedText(s.style.name, Qt::ElideMiddle, width - 2 * kMargin - kSample);
        entries.push_back({&s.style, name, {}});
        needed += kSample + metrics.horizontalAdvance(name) + kGap;
    }
    if (needed - kGap > width - kMargin) besideTitle = false, x = kMargin, y = kTitle + 10;
    double head = kTitle;
    for (auto& entry : entries) {
        const double wide = kSample + metrics.horizontalAdvance(entry.name);
        if (!besideTitle && x > kMargin && x + wide > width - kMargin) x = kMargin, y += kRow;
        entry.at = {x + kSample, y};
        x += wide + kGap;
    }
    if (!besideTitle && !entries.empty()) head = y + 12;

    const int height = self.height() + static_cast<int>(std::ceil(head));
    const QPixmap body = custom->toPixmap(self.width(), self.height(), scale);
    QPixmap all(qRound(width * scale), qRound(height * scale));
    all.fill(theme.color(Token::Bg1));
    QPainter painter(&all);
    painter.drawPixmap(QRectF(0, head * scale, self.width() * scale, self.height() * scale), body, QRectF(body.rect()));
    painter.scale(scale, scale);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(titleFont);
    painter.setPen(theme.color(Token::Text));
    painter.drawText(QRectF(kMargin, 0, width, kTitle), Qt::AlignVCenter, title);
    painter.setFont(nameFont);
    for (const auto& entry : entries) {
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(entry.at, entry.name);
        painter.setPen(curvePen(*entry.style, 1.8));
        painter.drawLine(entry.at + QPointF(-kSample, -4), entry.at + QPointF(-6, -4));
        if (!entry.style->dashed) continue;
        painter.setPen(QPen(curveColor(*entry.style), 1.4));
        painter.setBrush(theme.color(Token::Bg1));
        painter.drawEllipse(entry.at + QPointF(-kSample + 8, -4), 3, 3);
    }
    painter.translate(0, head);
    const double pointed = cursor;
    cursor = kNaN;
    drawOverlay(painter);
    cursor = pointed;
    return all;
}

}  // namespace tl
