// Spikes that would flatten the rest of a chart: where y stops for them, and the word that says so.
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/plot/line_plot_impl.h"

namespace tl {

// What lies beyond flattens all the rest: farther out than three times the height of where the curves run, which are
// their running medians and the 5th to 95th percentile. So a spike counts, and the slope at a run's start does not.
// Curves without noise (validation, rates) run where they are.
LinePlot::Impl::Range LinePlot::Impl::fenceOfY(double least, double greatest) const {
    // Many curves are looked at more coarsely each: together they cost what four do.
    const auto curves = static_cast<size_t>(
        std::count_if(series.begin(), series.end(), [](const auto& s) { return s.second.visible; }));
    const size_t kMost = std::clamp<size_t>(16384 / std::max<size_t>(1, curves), 32, 4096);
    constexpr size_t kWindow = 9;
    constexpr double kFar = 2, kNear = 0.5;
    const auto scaled = [this](double y) { return logY ? std::log10(y) : y; };
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const auto runsAt = [&](double y) { low = std::min(low, y), high = std::max(high, y); };
    for (const auto& [id, s] : series) {
        if (!s.visible) continue;
        const size_t first = lowerIndex(s.xs, custom->xAxis->range().lower);
        const size_t last = upperIndex(s.xs, custom->xAxis->range().upper);
        const size_t stride = std::max<size_t>(1, (last - first) / kMost);
        std::vector<double> sample;
        for (size_t i = first; i < last; i += stride)
            if (std::isfinite(s.raw[i]) && (!logY || s.raw[i] > 0)) sample.push_back(scaled(s.raw[i]));
        if (!s.style.smoothed || sample.size() < kWindow) {
            for (const double y : sample) runsAt(y);
            continue;
        }
        std::vector<double> window;
        for (size_t i = 0; i < sample.size(); ++i) {
            const size_t from = i < kWindow / 2 ? 0 : i - kWindow / 2,
                         to = std::min(sample.size(), i + kWindow / 2 + 1);
            window.assign(sample.begin() + static_cast<std::ptrdiff_t>(from),
                          sample.begin() + static_cast<std::ptrdiff_t>(to));
            const auto middle = window.begin() + static_cast<std::ptrdiff_t>(window.size() / 2);
            std::nth_element(window.begin(), middle, window.end());
            runsAt(*middle);
        }
        for (const double share : {0.05, 0.95}) {
            const auto nth =
                sample.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(sample.size() - 1));
            std::nth_element(sample.begin(), nth, sample.end());
            runsAt(*nth);
        }
    }
    const double height = std::max(high - low, 1e-3 * std::max(std::abs(high), std::abs(low)));
    Range fence{least, greatest};
    const auto valued = [this](double y) { return logY ? std::pow(10, y) : y; };
    if (scaled(greatest) > high + kFar * height) fence.to = valued(high + kNear * height);
    if (scaled(least) < low - kFar * height) fence.from = valued(low - kNear * height);
    return fence;
}

// Hidden, never dropped: a word says so, and shows them at a click.
void LinePlot::Impl::tellOfOutliers(const Range& y) {
    double least = y.from, greatest = y.to;
    if (ignoreOutliers && !fixedY)
        for (const auto& point : visiblePoints)
            if (std::isfinite(point.y)) least = std::min(least, point.y), greatest = std::max(greatest, point.y);
    const double pixel = (y.to - y.from) / std::max(1, area().height());
    const bool any =
        greatest > y.to + (logY ? 0 : pixel) || (least < y.from - (logY ? 0 : pixel) && !(logY && least <= 0));
    outliers->setVisible(any);
    if (!any) return;
    outliers->setText(LinePlot::tr("outliers hidden"));
    outliers->setToolTip(
        LinePlot::tr("Values from %1 to %2 are there. Show them (O)").arg(least, 0, 'g', 4).arg(greatest, 0, 'g', 4));
    outliers->setAccessibleDescription(outliers->toolTip());
    outliers->adjustSize();
    outliers->move(area().right() - outliers->width(), area().top() + 1);
    outliers->raise();
}

}  // namespace tl
