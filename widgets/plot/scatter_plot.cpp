// See the header. Dots that are many are squares: thousands of them are drawn in a few ms.
#include "widgets/plot/scatter_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "widgets/plot/axis_text.h"
#include "widgets/plot/plot_tooltip.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kDotsLeft = 58, kMostTicks = 5;    // px at letters of 100 %
constexpr double kNearDot = 12, kMargin = 0.03;  // px; share of the axis
constexpr qsizetype kMany = 2000;

}  // namespace

ScatterPlot::ScatterPlot(QWidget* parent) : PointWalk(kDotsLeft, kNearDot, parent) {}

void ScatterPlot::setDots(const QVector<Dot>& dots, double least, double greatest) {
    dots_ = dots;
    const double margin =
        greatest > least ? (greatest - least) * kMargin : std::max(std::abs(least) * kMargin, kMargin);
    from_ = least - margin;
    to_ = greatest + margin;
    most_ = 1;
    for (const Dot& dot : dots_) most_ = std::max(most_, dot.count);
    pressed_ = -1;
    begin(dots.size());
}

QPointF ScatterPlot::toPixel(const Dot& dot) const {
    const QRectF area = plotRect();
    const auto share = [this](double value) { return (value - from_) / (to_ - from_); };
    return {area.left() + share(dot.x) * area.width(), area.bottom() - share(dot.y) * area.height()};
}

QStringList ScatterPlot::values(int dot) const { return {valueText(dots_[dot].x), valueText(dots_[dot].y)}; }

QString ScatterPlot::sentence(int dot) const {
    const QStringList both = values(dot);
    return tr("%1 %2, %3 %4, samples: %5").arg(xName_, both[0], yName_, both[1], grouped(dots_[dot].count));
}

void ScatterPlot::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    const QRectF area = plotRect();
    paintAxes(painter, area);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen dashed(theme.color(Token::Faint), 1);
    dashed.setDashPattern({4, 4});
    painter.setPen(dashed);
    painter.drawLine(area.bottomLeft(), area.topRight());
    paintDots(painter, area);
    painter.setRenderHint(QPainter::Antialiasing);
    paintCurrent(painter, theme.series(0));
}

void ScatterPlot::paintAxes(QPainter& painter, const QRectF& area) const {
    const auto& theme = Theme::instance();
    painter.setFont(theme.mono(10.5));
    const double high = theme.scaled(16), wide = theme.scaled(kDotsLeft - 18);
    const std::vector<double> ticks = roundTicks(from_, to_, kMostTicks);
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 0;
    double free = area.left() - wide;  // where the next word of the lower axis may begin
    for (const double tick : ticks) {
        const QPointF at = toPixel({tick, tick});
        const QString text = tickText(tick, step);
        painter.setPen(theme.color(Token::Line));
        painter.drawLine(QPointF(area.left(), std::round(at.y()) + 0.5),
                         QPointF(area.right(), std::round(at.y()) + 0.5));
        painter.setPen(theme.color(Token::Faint));
        painter.drawText(QRectF(area.left() - 6 - wide, at.y() - high / 2, wide, high),
                         Qt::AlignRight | Qt::AlignVCenter, text);
        const double half = painter.fontMetrics().horizontalAdvance(text) / 2.0;
        if (at.x() - half < free || at.x() + half > width()) continue;
        painter.drawText(QRectF(at.x() - half - 1, area.bottom() + 3, 2 * half + 2, high), Qt::AlignCenter, text);
        free = at.x() + half + 6;
    }
    paintTitles(painter, area);
}

// By the logarithm of what it stands for, so that single ones beside thousands are seen.
void ScatterPlot::paintDots(QPainter& painter, const QRectF& area) const {
    const QColor color = Theme::instance().series(0);
    const double most = std::log1p(static_cast<double>(most_)), single = std::log1p(1.0);
    const bool many = dots_.size() > kMany;
    const double side = std::max(2.0, std::ceil(area.width() / 128));
    painter.setRenderHint(QPainter::Antialiasing, !many);
    painter.setPen(Qt::NoPen);
    for (const Dot& dot : dots_) {
        QColor shade = color;
        const double strength =
            most > single ? (std::log1p(static_cast<double>(dot.count)) - single) / (most - single) : 0.4;
        shade.setAlphaF(static_cast<float>(0.4 + 0.6 * strength));
        const QPointF at = toPixel(dot);
        if (many) {
            painter.fillRect(QRectF(at.x() - side / 2, at.y() - side / 2, side, side), shade);
            continue;
        }
        painter.setBrush(shade);
        painter.drawEllipse(at, 2.5, 2.5);
    }
}

void ScatterPlot::showCard(PlotTooltip& card, int dot, const QPoint& at) const {
    card.showRows({tr("samples"), xName_, yName_},
                  {{Theme::instance().series(0), grouped(dots_[dot].count), values(dot)}}, at);
}

void ScatterPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    pressed_ = pointAt(event->position());
}

void ScatterPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    const int pressed = std::exchange(pressed_, -1);
    if (pressed >= 0 && pointAt(event->position()) == pressed) emit activated(pressed);
}

// Along the true numbers; the large keys by a tenth of the dots.
void ScatterPlot::keyPressEvent(QKeyEvent* event) {
    if (count() == 0) return event->ignore();
    const int page = std::max(1, (count() - 1) / 10);
    switch (event->key()) {
    case Qt::Key_PageUp: step(-page); break;
    case Qt::Key_PageDown: step(page); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (current() < 0) return event->ignore();
        emit activated(current());
        break;
    default: PointWalk::keyPressEvent(event);
    }
}

}  // namespace tl
