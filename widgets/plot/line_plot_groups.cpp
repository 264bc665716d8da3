// Curves that are drawn as one: in each column of pixels the mean over those that run there, and around it a band from
// the least to the greatest of them, or one deviation to either side. Summed anew by every replot, from each curve's
// columns.
#include <algorithm>
#include <cmath>

#include "widgets/plot/line_plot_impl.h"
#include "widgets/theme/theme.h"

namespace tl {

void LinePlot::Impl::styleGroup(PlotGroup& group) {
    group.mean->setPen(curvePen(group.style, 2));
    group.mean->setAntialiased(true);
    QColor fill = curveColor(group.style);
    fill.setAlphaF(0.2f);
    for (QCPGraph* edge : {group.low, group.high}) edge->setPen(Qt::NoPen);
    group.high->setBrush(fill);
    group.high->setChannelFillGraph(group.low);
}

void LinePlot::Impl::drawGroups() {
    const auto range = custom->xAxis->range();
    const auto members = static_cast<int>(std::count_if(series.begin(), series.end(), [](const auto& each) {
        return each.second.visible && !each.second.groups.isEmpty();
    }));
    const int finest = std::max(8, area().width() / kGroupPixels);
    const int wanted = std::clamp(kGroupColumns / std::max(1, members), std::min(100, finest), finest);
    const ColumnRange shownColumns = steadyColumns(range.lower, range.upper, wanted, scaleOfX());
    const ColumnGrid& grid = shownColumns.grid;
    const auto count = static_cast<size_t>(shownColumns.last - shownColumns.first);
    struct Sum {
        double mean = 0, square = 0, low = 0, high = 0;
        int curves = 0;
    };
    for (auto& [id, group] : groups) {
        std::vector<Sum> sums(count);
        for (auto& [other, s] : series) {
            if (!s.visible || !s.groups.contains(id)) continue;
            const PixelColumn* columns =
                s.band.over(s.xs, smoothing > 0 && s.style.smoothed ? s.smooth : s.raw, shownColumns);
            for (size_t i = 0; i < count; ++i) {
                const PixelColumn& one = columns[i];
                Sum& sum = sums[i];
                if (!std::isfinite(one.mean)) continue;
                sum.low = sum.curves ? std::min(sum.low, one.least) : one.least;
                sum.high = sum.curves ? std::max(sum.high, one.greatest) : one.greatest;
                // Welford's: squares of what is far from 0 would leave nothing of a small deviation.
                const double away = one.mean - sum.mean;
                sum.mean += away / ++sum.curves;
                sum.square += away * (one.mean - sum.mean);
            }
        }
        group.range = shownColumns;
        group.columns.assign(sums.size(), {kNaN, kNaN, kNaN, 0});
        QVector<QCPGraphData> mean, low, high;
        const auto centreOf = [&](size_t i) {
            const int64_t number = shownColumns.first + static_cast<int64_t>(i);
            const double from = grid.edge(number), to = grid.edge(number + 1);
            return grid.scale == PixelScale::Log ? std::sqrt(from * to) : (from + to) / 2;
        };
        for (size_t i = 0; i < sums.size(); ++i) {
            const Sum& sum = sums[i];
            if (sum.curves == 0) {  // a gap: neither line nor band leads over it
                if (!mean.isEmpty() && std::isfinite(mean.back().value))
                    for (auto* line : {&mean, &low, &high}) line->append({centreOf(i), kNaN});
                continue;
            }
            Band& column = group.columns[i];
            const double deviation = std::sqrt(sum.square / sum.curves);
            column = band == PlotBand::Extremes
                         ? Band{sum.mean, sum.low, sum.high, sum.curves}
                         : Band{sum.mean, sum.mean - deviation, sum.mean + deviation, sum.curves};
            const double x = centreOf(i);
            mean.append({x, column.mean});
            low.append({x, column.low});
            high.append({x, column.high});
            // A column that stands alone is as wide as it is: a line of one point would show nothing.
            const auto empty = [&](size_t other) { return other >= count || sums[other].curves == 0; };
            if (empty(i - 1) && empty(i + 1)) {
                const double end = grid.edge(shownColumns.first + static_cast<int64_t>(i) + 1);
                mean.append({end, column.mean});
                low.append({end, column.low});
                high.append({end, column.high});
            }
            visiblePoints.push_back({x, column.low});
            visiblePoints.push_back({x, column.high});
        }
        // One column alone is a dot: a line of one point would show nothing.
        group.mean->setScatterStyle(mean.size() < 3 ? QCPScatterStyle(QCPScatterStyle::ssDisc, 4)
                                                    : QCPScatterStyle(QCPScatterStyle::ssNone));
        group.mean->data()->set(mean, true);
        group.low->data()->set(low, true);
        group.high->data()->set(high, true);
    }
}

void LinePlot::Impl::cutGroups() {
    const QRectF inside(custom->axisRect()->rect());
    const QCPAxis &x = *custom->xAxis, &y = *custom->yAxis;
    for (auto& [id, group] : groups) {
        const auto& all = *group.mean->data();
        if (all.size() < 2) continue;
        QVector<QCPGraphData> mean;
        QPointF last;
        for (auto here = all.constBegin(), next = here + 1; next != all.constEnd(); here = next++) {
            if (!std::isfinite(here->value) || !std::isfinite(next->value)) continue;
            QPointF from(x.coordToPixel(here->key), y.coordToPixel(here->value)),
                to(x.coordToPixel(next->key), y.coordToPixel(next->value));
            if (!cutLine(from, to, inside)) continue;
            if (mean.isEmpty() || from != last) {
                if (!mean.isEmpty()) mean.append({mean.back().key, kNaN});
                mean.append({x.pixelToCoord(from.x()), y.pixelToCoord(from.y())});
            }
            mean.append({x.pixelToCoord(to.x()), y.pixelToCoord(to.y())});
            last = to;
        }
        group.mean->data()->set(mean, true);
        for (QCPGraph* edge : {group.low, group.high}) edge->data()->set(cutEdge(*edge->data()), true);
    }
}

// Between its columns an edge is a straight line: cut at the left and right, and where it leaves above or below led
// along the axis from there on, which is what is left of the band.
QVector<QCPGraphData> LinePlot::Impl::cutEdge(const QCPGraphDataContainer& all) const {
    const QRectF inside(custom->axisRect()->rect());
    const QCPAxis &x = *custom->xAxis, &y = *custom->yAxis;
    QVector<QCPGraphData> cut;
    bool joined = false;  // its last point is where the next piece begins
    for (auto here = all.constBegin(); here != all.constEnd() && here + 1 != all.constEnd(); ++here) {
        const auto next = here + 1;
        const QPointF from(x.coordToPixel(here->key), y.coordToPixel(here->value)),
            way = QPointF(x.coordToPixel(next->key), y.coordToPixel(next->value)) - from;
        if (!std::isfinite(way.y()) || way.x() <= 0 || from.x() > inside.right() ||
            from.x() + way.x() < inside.left()) {
            joined = false;
            continue;
        }
        const auto reaches = [](double begin, double length, double end) { return (end - begin) / length; };
        std::vector<double> shares{std::max(0.0, reaches(from.x(), way.x(), inside.left())),
                                   std::min(1.0, reaches(from.x(), way.x(), inside.right()))};
        for (const double end : {inside.top(), inside.bottom()})
            if (const double share = reaches(from.y(), way.y(), end); share > shares[0] && share < shares[1])
                shares.push_back(share);
        std::ranges::sort(shares);
        if (!joined && !cut.isEmpty()) cut.append({cut.back().key, kNaN});
        for (size_t i = joined ? 1 : 0; i < shares.size(); ++i) {
            const QPointF at = from + shares[i] * way;
            cut.append({x.pixelToCoord(at.x()), y.pixelToCoord(std::clamp(at.y(), inside.top(), inside.bottom()))});
        }
        joined = true;
    }
    return cut;
}

}  // namespace tl
