// What a LinePlot's axes show and say: the stretch of x that holds all points, y around what is visible, and ticks on
// round numbers.
#include <algorithm>
#include <cmath>

#include "widgets/plot/line_plot_impl.h"

namespace tl {

double niceStep(double range, int ticks) {
    if (!(range > 0)) return 1;
    const double rough = range / std::max(1, ticks), power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0})
        if (factor * power >= rough * (0.8 - 1e-9)) return factor * power;
    return 10 * power;
}

namespace {

class NumberTicker : public QCPAxisTicker {
public:
    AxisKind kind = AxisKind::Number;
    int wanted = 4;

private:
    double getTickStep(const QCPRange& range) override {
        if (kind == AxisKind::Number) {
            // One tick tells nothing of a scale: at least two, however low the chart.
            for (int ticks = wanted; ticks < wanted + 6; ++ticks) {
                step_ = niceStep(range.size(), ticks);
                if (std::floor(range.upper / step_ + 1e-9) - std::ceil(range.lower / step_ - 1e-9) >= 1) break;
            }
            return step_;
        }
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

class PowerTicker : public QCPAxisTickerLog {
public:
    AxisKind kind = AxisKind::Number;

private:
    double getTickStep(const QCPRange& range) override {
        shown_ = range;
        return QCPAxisTickerLog::getTickStep(range);
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        if (kind != AxisKind::Number) return tickText(tick, tick, kind);
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

LinePlot::Impl::Range LinePlot::Impl::dataExtent() const {
    Range all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const auto& [id, s] : series) {
        if (!s.visible || s.xs.empty()) continue;
        const size_t first = logXNow() ? upperIndex(s.xs, 0) : 0;  // a logarithm begins above 0
        if (first == s.xs.size()) continue;
        all.from = std::min(all.from, s.xs[first]);
        all.to = std::max(all.to, s.xs.back());
    }
    return all;
}

LinePlot::Impl::Range LinePlot::Impl::fittedY(const std::vector<PlotPoint>& points) {
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

// A run's curves begin at 0 in steps, epochs and seconds, also where its first point comes later; what begins far from
// 0 does not need it.
LinePlot::Impl::Range LinePlot::Impl::followedX() const {
    Range all = dataExtent();
    if (!(all.to >= all.from)) all = logXNow() ? Range{1, 10} : Range{0, 1};
    if (xKind != AxisKind::Clock && !logXNow() && all.from > 0 && all.from < 0.2 * all.to) all.from = 0;
    const auto usable = [this](double x) { return std::isfinite(x) && (x > 0 || !logXNow()); };
    const Range asked{usable(limits.xFrom) ? limits.xFrom : all.from, usable(limits.xTo) ? limits.xTo : all.to};
    if (asked.to > asked.from) return asked;  // else nothing of the curves lies there
    if (!(all.to > all.from)) all.to = logXNow() ? all.from * 10 : all.from + 1;
    return all;
}

LinePlot::Impl::Range LinePlot::Impl::withinLimits(const Range& y) const {
    const auto usable = [this](double end) { return std::isfinite(end) && (end > 0 || !logY); };
    const Range asked{usable(limits.yFrom) ? limits.yFrom : y.from, usable(limits.yTo) ? limits.yTo : y.to};
    return asked.to > asked.from ? asked : y;
}

void LinePlot::Impl::setScales() {
    const auto set = [](QCPAxis* axis, bool log) {
        const auto type = log ? QCPAxis::stLogarithmic : QCPAxis::stLinear;
        if (axis->scaleType() != type) axis->setScaleType(type);
    };
    set(custom->xAxis, logXNow());
    set(custom->yAxis, logY);
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
    const auto set = [&](QCPAxis* axis, bool log, AxisKind kind, int wanted) {
        const auto range = axis->range();
        if (!log || range.upper / range.lower < 20) return number(axis, kind, wanted);
        auto ticker = axis->ticker().dynamicCast<PowerTicker>();
        if (!ticker) {
            ticker = QSharedPointer<PowerTicker>::create();
            axis->setTicker(ticker);
        }
        ticker->kind = kind;
    };
    set(custom->xAxis, logXNow(), xKind, area().width() / 90);
    set(custom->yAxis, logY, AxisKind::Number, area().height() / 52);
}

}  // namespace tl
