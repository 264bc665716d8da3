// See the header.
#include "widgets/plot/unit_curve.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/accessible/parts.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/plot/axis_text.h"
#include "widgets/plot/plot_tooltip.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kLeftRoom = 46, kBottomRoom = 38, kCurveAround = 10;  // px at letters of 100 %
constexpr double kNear = 24;                                        // px
constexpr int kMostNames = 8, kLegendRow = 16;

}  // namespace

UnitCurve::UnitCurve(QWidget* parent) : QWidget(parent), color_(Theme::instance().series(0)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("followsPointer", true);  // its keys are those of the charts beside it
    describeParts(*this, {.role = QAccessible::Chart,
                          .count = [this] { return static_cast<int>(points_.size()); },
                          .part =
                              [this](int point) {
                                  return AccessiblePart{
                                      .role = QAccessible::ListItem,
                                      .name = sentence(point),
                                      .rect = QRect(toPixel(points_[point]).toPoint() - QPoint(4, 4), QSize(9, 9)),
                                      .focused = point == current_};
                              },
                          .at = [](const QPoint&) { return -1; }});
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

UnitCurve::~UnitCurve() { delete tooltip_; }

void UnitCurve::setAxes(const QString& x, const QString& y) {
    xName_ = x;
    yName_ = y;
    update();
}

void UnitCurve::setCurve(const QVector<Point>& points, const QStringList& header, bool diagonal) {
    points_ = points;
    header_ = header;
    diagonal_ = diagonal;
    walk(-1);
    update();
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

// A square, so that the two axes compare.
QRectF UnitCurve::plotRect() const {
    const auto px = [](int pixels) { return Theme::instance().scaled(pixels); };
    const QRectF room = QRectF(rect()).adjusted(px(kLeftRoom), px(kCurveAround), -px(kCurveAround), -px(kBottomRoom));
    const double side = std::max(10.0, std::min(room.width(), room.height()));
    return {room.left() + (room.width() - side) / 2, room.top(), side, side};
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
    painter.setFont(theme.font(11));
    painter.setPen(theme.color(Token::Muted));
    const auto fitted = [&](const QString& name, double room) {
        return painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(room));
    };
    painter.drawText(QRectF(0, area.bottom() + 3 + high, width(), high), Qt::AlignCenter, fitted(xName_, width()));
    painter.save();
    painter.translate(area.left() - theme.scaled(kLeftRoom) + high / 2, area.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-height() / 2.0, -high / 2, height(), high), Qt::AlignCenter,
                     fitted(yName_, area.height()));
    painter.restore();
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
    if (current_ >= 0) {
        painter.setBrush(theme.color(Token::Bg1));
        painter.setPen(QPen(color_, 2));
        painter.drawEllipse(toPixel(points_[current_]), 4.5, 4.5);
    }
    if (showsFocus(*this)) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(Token::Accent), 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 0.5, -1.5, -1.5), 4, 4);
    }
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

void UnitCurve::walk(int to) {
    if (to != current_) {
        current_ = to;
        setAccessibleDescription(to < 0 ? QString() : sentence(to));
        if (to >= 0 && hasFocus()) announcePart(*this, to);
        update();
    }
    if (to < 0) {
        if (tooltip_) tooltip_->hide();
        return;
    }
    PlotTooltip& card = PlotTooltip::over(*this, tooltip_);
    const QPoint at = mapTo(window(), toPixel(points_[to]).toPoint());
    if (others_.isEmpty()) return card.showRows(header_, {{color_, points_[to].name, points_[to].values}}, at);
    // Whose each row is, and its own threshold: not all have the same ones.
    const auto row = [](const QColor& color, const QString& name, const Point& point) {
        return TooltipRow{color, name, QStringList{point.name} + point.values};
    };
    QVector<TooltipRow> rows{row(color_, name_, points_[to])};
    const auto away = [&](const Point& point) { return std::abs(point.threshold - points_[to].threshold); };
    for (const Other& other : others_)
        if (!other.points.isEmpty())
            rows << row(other.color, other.name, *std::ranges::min_element(other.points, std::ranges::less{}, away));
    card.showRows(QStringList{QString()} + header_, rows, at);
}

void UnitCurve::mouseMoveEvent(QMouseEvent* event) {
    int best = -1;
    double least = kNear;
    for (int i = 0; i < points_.size(); ++i)
        if (const double far = QLineF(toPixel(points_[i]), event->position()).length(); far < least)
            least = far, best = i;
    walk(best);
}

void UnitCurve::leaveEvent(QEvent*) { walk(-1); }
void UnitCurve::hideEvent(QHideEvent*) { walk(-1); }
void UnitCurve::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    walk(-1);
    update();
}

void UnitCurve::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(points_.size()) - 1;
    if (last < 0) return event->ignore();
    switch (event->key()) {
    case Qt::Key_Left: walk(std::max(0, current_ - 1)); break;
    case Qt::Key_Right: walk(std::min(last, current_ + 1)); break;
    case Qt::Key_Home: walk(0); break;
    case Qt::Key_End: walk(last); break;
    case Qt::Key_Escape:
        if (current_ < 0) return event->ignore();
        walk(-1);
        break;
    default: event->ignore();
    }
}

bool UnitCurve::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn) update();
    return QWidget::event(event);
}

}  // namespace tl
