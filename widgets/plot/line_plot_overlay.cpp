// What lies over a LinePlot's curves and moves without a replot: marks, values that are no number, the pointer's line
// and dots, the box that is being drawn.
#include <algorithm>
#include <cmath>

#include "widgets/controls/focus_frame.h"
#include "widgets/plot/axis_text.h"
#include "widgets/plot/line_plot_impl.h"
#include "widgets/theme/theme.h"

namespace tl {

void LinePlot::Impl::drawMarks(QPainter& painter) const {
    const auto& theme = Theme::instance();
    const QRect inside = area();
    painter.setFont(theme.font(11));
    const QFontMetrics metrics(painter.font());
    const int high = theme.scaled(15);
    double drawnAt = -1;
    // Where the words of each row end; those that find room in none are said under the pointer.
    std::vector<double> ends(static_cast<size_t>(std::max(1, inside.height() / 3 / high)), -1e9);
    for (const auto& mark : marks) {
        const double x = std::round(custom->xAxis->coordToPixel(mark.x)) + 0.5;
        if (x < inside.left() || x > inside.right() || x == drawnAt) continue;
        drawnAt = x;
        const QColor color = mark.color >= 0 ? theme.series(mark.color) : theme.color(Token::Warn);
        QPen pen(color, 1, Qt::CustomDashLine);
        pen.setDashPattern({3, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
        if (mark.text.isEmpty()) continue;
        const int width = metrics.horizontalAdvance(mark.text);
        const bool leftwards = x + 6 + width > inside.right();
        const double left = leftwards ? x - 6 - width : x + 5;
        const auto row = std::ranges::find_if(ends, [left](double end) { return left >= end; });
        if (row == ends.end()) continue;
        *row = left + width + 8;
        const QRectF box(left, inside.top() + 1 + static_cast<int>(row - ends.begin()) * high, width + 2, high);
        QColor ground = theme.color(Token::Bg1);
        ground.setAlphaF(0.8f);
        painter.fillRect(box.adjusted(-2, 0, 2, 0), ground);
        painter.setPen(color);
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
            from = custom->xAxis->pixelToCoord(x + 1);
        }
    }
}

// A logarithm has no place for 0 and less: they are ticks on the floor, in their curve's colour.
int LinePlot::Impl::drawOffLog(QPainter* painter) const {
    constexpr int kApart = 5;
    if (!logY) return 0;
    const QRect inside = area();
    int drawn = 0;
    for (const auto& [id, s] : series) {
        if (!alone(s) || s.xs.empty()) continue;
        const auto none = [&raw = s.raw](size_t first, size_t last) {
            const auto ends = raw.extremes(first, last);
            return ends.least < 0 || ends.leastY > 0;
        };
        const auto range = custom->xAxis->range();
        size_t first = lowerIndex(s.xs, range.lower);
        const size_t end = upperIndex(s.xs, range.upper);
        if (first >= end || none(first, end)) continue;
        for (int x = inside.left(); x <= inside.right() && first < end; x += kApart) {
            const size_t last = std::min(end, upperIndex(s.xs, xAt(x + kApart)));
            if (last > first && !none(first, last)) {
                ++drawn;
                if (painter) painter->fillRect(QRect(x, inside.bottom() - 5, 3, 6), curveColor(s.style));
            }
            first = std::max(first, last);
        }
    }
    return drawn;
}

// A short run's chart is empty where the others are looked at beyond its end.
QString LinePlot::Impl::sentence() const {
    const auto [from, to] = dataExtent();
    if (!hasPoints()) return emptyText;
    if (following) return {};  // the view will be where they are
    const QCPRange shown = custom->xAxis->range();
    if (from <= to && to < shown.lower)
        return LinePlot::tr("What is recorded ends at %1 %2.").arg(xName, positionText(to, xKind));
    if (from <= to && from > shown.upper)
        return LinePlot::tr("What is recorded begins at %1 %2.").arg(xName, positionText(from, xKind));
    return {};
}

// What is told of the curves, in a file too.
void LinePlot::Impl::drawNotes(QPainter& painter) const {
    const auto& theme = Theme::instance();
    drawMarks(painter);
    (void)drawOffLog(&painter);
    drawNonFinite(painter);
    painter.setPen(theme.color(Token::Faint));
    painter.setFont(theme.font(12));
    painter.drawText(area(), Qt::AlignCenter | Qt::TextWordWrap, sentence());
}

void LinePlot::Impl::drawOverlay(QPainter& painter) const {
    const auto& theme = Theme::instance();
    const QRect inside = area();
    drawNotes(painter);
    if (!hasPoints()) return;
    if (std::isfinite(cursor)) {
        const double x = std::round(custom->xAxis->coordToPixel(cursor)) + 0.5;
        if (x >= inside.left() && x <= inside.right()) {
            QColor line = theme.color(Token::Muted);
            line.setAlphaF(0.5f);
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.setPen(line);
            painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
            painter.setRenderHint(QPainter::Antialiasing);
            const auto dot = [&](const PlotSeriesStyle& style, double at, double y) {
                const QPointF place(custom->xAxis->coordToPixel(at), custom->yAxis->coordToPixel(y));
                if (std::isfinite(y) && QRectF(inside).adjusted(-1, -1, 1, 1).contains(place))
                    drawDot(painter, style, place);
            };
            for (const auto& [id, s] : series)
                if (alone(s))
                    if (const auto i = pointNear(s, cursor)) dot(s.style, s.xs[*i], shown(s, *i));
            for (const auto& [id, group] : groups)
                if (const Band* band = columnAt(group, cursor)) dot(group.style, cursor, band->mean);
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
    if (showsFocus(self) && self.focusPolicy() & Qt::TabFocus) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.color(Token::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(overlay->rect()).adjusted(1, 1, -1, -1), 5, 5);
    }
}

void LinePlot::Impl::drawDot(QPainter& painter, const PlotSeriesStyle& style, const QPointF& at) const {
    const auto& theme = Theme::instance();
    const QColor color = theme.series(style.color), ground = theme.color(Token::Bg1);
    painter.setPen(style.dashed ? QPen(color, 2) : QPen(ground, 1.5));
    painter.setBrush(style.dashed ? ground : color);
    painter.drawEllipse(at, 4, 4);
}

}  // namespace tl
