// See the header.
#include "widgets/plot/unit_curve.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/plot/axis_text.h"
#include "widgets/plot/plot_tooltip.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kLeftRoom = 46;  // px at letters of 100 %
constexpr double kNear = 24;   // px
constexpr int kMostNames = 8, kLegendRow = 16;

}  // namespace

UnitCurve::UnitCurve(QWidget* parent) : PointWalk(kLeftRoom, kNear, parent), color_(Theme::instance().series(0)) {
    setProperty("followsPointer", true);  // its keys are those of the charts beside it
}

void UnitCurve::setCurve(const QVector<Point>& points, const QStringList& header, bool diagonal) {
    points_ = points;
    header_ = header;
    diagonal_ = diagonal;
    begin(points.size());
}

void UnitCurve::setOthers(const QString& name, const QVector<Other>& others) {
    name_ = name;
    others_ = others;
    update();
}

void UnitCurve::setColor(const QColor& color) {
    color_ = color;
    update();
}

void UnitCurve::setMessage(const QString& message) {
    message_ = message;
    update();
}

QPointF UnitCurve::toPixel(const Point& point) const {
    const QRectF area = plotRect();
    return {area.left() + std::clamp(point.x, 0.0, 1.0) * area.width(),
            area.bottom() - std::clamp(point.y, 0.0, 1.0) * area.height()};
}

QString UnitCurve::sentence(int point) const {
    QStringList parts;
    for (int i = 0; i < header_.size(); ++i)
        parts << QStringLiteral("%1 %2").arg(header_[i],
                                             i == 0 ? points_[point].name : points_[point].values.value(i - 1));
    return parts.join(QStringLiteral(", "));
}

void UnitCurve::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (points_.isEmpty()) {
        painter.setFont(theme.font(12));
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(rect().adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap, message_);
        return;
    }
    const QRectF area = plotRect();
    painter.setFont(theme.mono(10.5));
    const double high = theme.scaled(16), wide = theme.scaled(40);
    // The two ends alone, where all would run into each other.
    const double apart = std::max(painter.fontMetrics().horizontalAdvance(QStringLiteral("0.0")) + 6.0, high);
    const int every = area.width() / 5 < apart ? 5 : 1;
    for (int i = 0; i <= 5; ++i) {
        const double share = i / 5.0, x = area.left() + share * area.width(), y = area.bottom() - share * area.height();
        painter.setPen(theme.color(Token::Line));
        painter.drawLine(QPointF(area.left(), std::round(y) + 0.5), QPointF(area.right(), std::round(y) + 0.5));
        painter.setPen(theme.color(Token::Faint));
        const QString text = tickText(share, 0.2);
        if (i % every != 0) continue;
        painter.drawText(QRectF(area.left() - 6 - wide, y - high / 2, wide, high), Qt::AlignRight | Qt::AlignVCenter,
                         text);
        painter.drawText(QRectF(x - wide / 2, area.bottom() + 3, wide, high), Qt::AlignCenter, text);
    }
    paintTitles(painter, area);
    if (diagonal_) {
        QPen dashed(theme.color(Token::Faint), 1);
        dashed.setDashPattern({4, 4});
        painter.setPen(dashed);
        painter.drawLine(area.bottomLeft(), area.topRight());
    }
    QPolygonF line;
    for (const Point& each : points_) line << toPixel(each);
    QPolygonF under = line;
    under << QPointF(line.back().x(), area.bottom()) << QPointF(line.front().x(), area.bottom());
    QColor shade = color_;
    shade.setAlphaF(0.14f);
    painter.setPen(Qt::NoPen);
    painter.setBrush(shade);
    painter.drawPolygon(under);
    painter.setBrush(Qt::NoBrush);
    for (const Other& other : others_) {
        QPolygonF theirs;
        for (const Point& each : other.points) theirs << toPixel(each);
        painter.setPen(QPen(other.color, 1.6));
        painter.drawPolyline(theirs);
    }
    painter.setPen(QPen(color_, 1.8));
    painter.drawPolyline(line);
    if (!others_.isEmpty()) paintLegend(painter, area);
    paintCurrent(painter, color_);
}

// Where curves that are any good leave room: precision's below at the left, the other kind's below at the right.
void UnitCurve::paintLegend(QPainter& painter, const QRectF& area) const {
    const auto& theme = Theme::instance();
    painter.setFont(theme.font(11));
    const auto rows = std::min<qsizetype>(kMostNames, others_.size() + 1);
    const int high = theme.scaled(kLegendRow);
    const double wide = area.width() * 0.6, left = diagonal_ ? area.right() - wide : area.left() + 6;
    for (qsizetype row = 0; row < rows; ++row) {
        const QString& name = row == 0 ? name_ : others_[row - 1].name;
        const double y = area.bottom() - 6 - static_cast<double>(rows - row) * high + high / 2.0;
        painter.setPen(QPen(row == 0 ? color_ : others_[row - 1].color, 2));
        painter.drawLine(QPointF(left, y), QPointF(left + 14, y));
        painter.setPen(theme.color(Token::Text));
        const QRectF place(left + 20, y - high / 2.0, wide - 24, high);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(name, Qt::ElideMiddle, static_cast<int>(place.width())));
    }
}

void UnitCurve::showCard(PlotTooltip& card, int point, const QPoint& at) const {
    const Point& own = points_[point];
    if (others_.isEmpty()) return card.showRows(header_, {{color_, own.name, own.values}}, at);
    // Whose each row is, and its own threshold: not all have the same ones.
    const auto row = [](const QColor& color, const QString& name, const Point& each) {
        return TooltipRow{color, name, QStringList{each.name} + each.values};
    };
    QVector<TooltipRow> rows{row(color_, name_, own)};
    const auto away = [&](const Point& each) { return std::abs(each.threshold - own.threshold); };
    for (const Other& other : others_)
        if (!other.points.isEmpty())
            rows << row(other.color, other.name, *std::ranges::min_element(other.points, std::ranges::less{}, away));
    card.showRows(QStringList{QString()} + header_, rows, at);
}

}  // namespace tl
