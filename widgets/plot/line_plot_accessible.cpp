// A chart as a screen reader tells it: a list of the curves that are shown, each with what it does from its first point
// to its last, and where it is least and greatest.
#include <algorithm>

#include "widgets/accessible/parts.h"
#include "widgets/plot/line_plot_impl.h"

namespace tl {

namespace {

QString summary(const PlotSeries& s, const QString& xName, AxisKind kind) {
    const size_t n = s.xs.size();
    if (n == 0) return LinePlot::tr("no points yet");
    const auto at = [&](size_t i) { return xName + QLatin1Char(' ') + positionText(s.xs[i], kind); };
    const QString last = LinePlot::tr("last %1 at %2").arg(valueText(s.raw[n - 1]), at(n - 1));
    const MinMaxPyramid::Extremes ends = s.raw.extremes(0, n);
    if (ends.least < 0) return LinePlot::tr("%1 points, none of them a number").arg(n);
    const auto least = static_cast<size_t>(ends.least), greatest = static_cast<size_t>(ends.greatest);
    return LinePlot::tr("%1 points, %2, least %3 at %4, greatest %5 at %6")
        .arg(QString::number(n), last, valueText(s.raw[least]), at(least), valueText(s.raw[greatest]), at(greatest));
}

}  // namespace

void LinePlot::Impl::describeForScreenReaders() {
    const auto shownAt = [this](int index) -> const PlotSeries* {
        for (const auto& [id, s] : series)
            if (s.visible && index-- == 0) return &s;
        return nullptr;
    };
    describeParts(self, {.role = QAccessible::Chart,
                         .count =
                             [this] {
                                 return static_cast<int>(std::count_if(series.begin(), series.end(),
                                                                       [](const auto& s) { return s.second.visible; }));
                             },
                         .part =
                             [this, shownAt](int index) {
                                 const PlotSeries* s = shownAt(index);
                                 if (!s) return AccessiblePart{};
                                 return AccessiblePart{.role = QAccessible::ListItem,
                                                       .name = s->style.name,
                                                       .value = s->xs.empty() ? QString()
                                                                              : valueText(s->raw[s->xs.size() - 1]),
                                                       .description = summary(*s, xName, xKind),
                                                       .rect = area()};
                             },
                         .at = [](const QPoint&) { return -1; }});
}

}  // namespace tl
