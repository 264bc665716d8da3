// What stands under the pointer of a LinePlot: the table of the curves there, the nearest first, and the words of a
// mark. The same nearness picks a curve at a click.
#include <algorithm>
#include <cmath>

#include "widgets/plot/line_plot_impl.h"
#include "widgets/theme/theme.h"

namespace tl {

std::optional<size_t> LinePlot::Impl::pointNear(const PlotSeries& s, double x) const {
    if (s.xs.empty()) return {};
    size_t i = std::min(lowerIndex(s.xs, x), s.xs.size() - 1);
    if (i > 0 && std::abs(s.xs[i - 1] - x) <= std::abs(s.xs[i] - x)) --i;
    const double away = std::abs(custom->xAxis->coordToPixel(s.xs[i]) - custom->xAxis->coordToPixel(x));
    if (away > 24 && (x < s.xs[0] || x > s.xs.back())) return {};
    return i;
}

const LinePlot::Band* LinePlot::Impl::columnAt(const PlotGroup& group, double x) const {
    const bool log = group.range.grid.scale == PixelScale::Log;
    if (group.columns.empty() || !std::isfinite(x) || (log && x <= 0)) return nullptr;
    const int64_t column = group.range.grid.columnOf(x) - group.range.first;
    if (column < 0 || column >= static_cast<int64_t>(group.columns.size())) return nullptr;
    const Band& band = group.columns[static_cast<size_t>(column)];
    return band.curves > 0 ? &band : nullptr;
}

int LinePlot::Impl::seriesAt(const QPointF& position) const {
    int nearest = -1;
    double best = 8;
    for (const auto& [id, s] : series) {
        if (!alone(s)) continue;
        const auto i = pointNear(s, xAt(position.x()));
        if (!i) continue;
        const double away = std::abs(custom->yAxis->coordToPixel(shown(s, *i)) - position.y());
        if (away < best) best = away, nearest = id;
    }
    return nearest;
}

QString LinePlot::Impl::marksAt(const QPoint& position) const {
    QStringList words;
    for (const auto& mark : marks)
        if (std::abs(custom->xAxis->coordToPixel(mark.x) - position.x()) <= 4)
            words << (mark.help.isEmpty() ? mark.text : mark.help);
    if (words.size() > 4)
        words = words.mid(0, 3) << LinePlot::tr("%n more change(s)", nullptr, static_cast<int>(words.size()) - 3);
    return words.join(QLatin1Char('\n'));
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
        if (!alone(s)) continue;
        const auto i = pointNear(s, xAt(position.x()));
        if (!i) continue;
        const double away = std::abs(custom->xAxis->coordToPixel(s.xs[*i]) - position.x());
        if (away < nearestDistance) nearestDistance = away, x = s.xs[*i];
    }
    struct Row {
        double distance;
        int series;  // -1: a group
        size_t point;
        const Band* band;
        const PlotSeriesStyle* style;
    };
    std::vector<Row> rows;
    const auto away = [&](double y) {
        const double distance = std::abs(custom->yAxis->coordToPixel(y) - position.y());
        return std::isfinite(distance) ? distance : 1e9;
    };
    for (const auto& [id, s] : series) {
        if (!alone(s)) continue;
        if (const auto i = pointNear(s, x)) rows.push_back({away(shown(s, *i)), id, *i, nullptr, &s.style});
    }
    for (const auto& [id, group] : groups)
        if (const Band* band = columnAt(group, x)) rows.push_back({away(band->mean), -1, 0, band, &group.style});
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
    constexpr size_t kMost = 12;
    const QStringList columns = pointText ? pointColumns : QStringList{xName};
    QVector<TooltipRow> table;
    for (size_t i = 0; i < std::min(rows.size(), kMost); ++i) {
        const Row& row = rows[i];
        QStringList values;
        if (row.band) {
            if (smoothing > 0) values << valueText(row.band->mean);
            values << LinePlot::tr("%1 to %2").arg(valueText(row.band->low), valueText(row.band->high));
            for (const QString& name : columns) values << (name == xName ? positionText(x, xKind) : QString());
        } else {
            const PlotSeries& s = series.at(row.series);
            if (smoothing > 0) values << valueText(shown(s, row.point));
            values << valueText(s.raw[row.point]);
            values << (pointText ? pointText(row.series, row.point)
                                 : QStringList{positionText(s.xs[row.point], xKind)});
        }
        const QString name = row.band ? LinePlot::tr("%1 (mean of %n)", nullptr, row.band->curves).arg(row.style->name)
                                      : row.style->name;
        table.append({Theme::instance().series(row.style->color), name, values, row.style->dashed});
    }
    QStringList header{LinePlot::tr("run")};
    if (smoothing > 0) header << LinePlot::tr("smoothed");
    header << LinePlot::tr("value") << columns;
    const int left = static_cast<int>(rows.size() - static_cast<size_t>(table.size()));
    PlotTooltip::over(self, tooltip)
        .showRows(header, table, self.mapTo(self.window(), position),
                  {marksAt(position), left > 0 ? LinePlot::tr("and %n more", nullptr, left) : QString()});
}

}  // namespace tl
