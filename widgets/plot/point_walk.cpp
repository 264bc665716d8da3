// See the header.
#include "widgets/plot/point_walk.h"

#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "widgets/accessible/parts.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/plot/plot_tooltip.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kWalkBelow = 38, kWalkAround = 10;  // px at letters of 100 %

}  // namespace

PointWalk::PointWalk(int left, double reach, QWidget* parent) : QWidget(parent), left_(left), reach_(reach) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    describeParts(*this,
                  {.role = QAccessible::Chart,
                   .count = [this] { return count_; },
                   .part =
                       [this](int point) {
                           return AccessiblePart{.role = QAccessible::ListItem,
                                                 .name = sentence(point),
                                                 .rect = QRect(where(point).toPoint() - QPoint(4, 4), QSize(9, 9)),
                                                 .focused = point == current_};
                       },
                   .at = [this](const QPoint& at) { return partAt(at); },
                   .focus = [this] { return static_cast<int>(current_); }});
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

PointWalk::~PointWalk() { delete tooltip_; }

void PointWalk::setAxes(const QString& x, const QString& y) {
    xName_ = x;
    yName_ = y;
    update();
}

void PointWalk::begin(qsizetype count) {
    count_ = static_cast<int>(count);
    walk(-1);
    update();
}

// A square, so that the two axes compare.
QRectF PointWalk::plotRect() const {
    const auto px = [](int pixels) { return Theme::instance().scaled(pixels); };
    const QRectF room = QRectF(rect()).adjusted(px(left_), px(kWalkAround), -px(kWalkAround), -px(kWalkBelow));
    const double side = std::max(10.0, std::min(room.width(), room.height()));
    return {room.left() + (room.width() - side) / 2, room.top(), side, side};
}

void PointWalk::paintTitles(QPainter& painter, const QRectF& area) const {
    const auto& theme = Theme::instance();
    const double high = theme.scaled(16);
    painter.setFont(theme.font(11));
    painter.setPen(theme.color(Token::Muted));
    const auto fitted = [&](const QString& name, double room) {
        return painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(room));
    };
    painter.drawText(QRectF(0, area.bottom() + 3 + high, width(), high), Qt::AlignCenter, fitted(xName_, width()));
    painter.save();
    painter.translate(area.left() - theme.scaled(left_) + high / 2, area.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-height() / 2.0, -high / 2, height(), high), Qt::AlignCenter,
                     fitted(yName_, area.height()));
    painter.restore();
}

void PointWalk::paintCurrent(QPainter& painter, const QColor& color) const {
    const auto& theme = Theme::instance();
    if (current_ >= 0) {
        painter.setBrush(theme.color(Token::Bg1));
        painter.setPen(QPen(color, 2));
        painter.drawEllipse(where(current_), 4.5, 4.5);
    }
    if (showsFocus(*this)) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(Token::Accent), 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 0.5, -1.5, -1.5), 4, 4);
    }
}

int PointWalk::pointAt(const QPointF& at) const {
    int best = -1;
    double least = reach_;
    for (int i = 0; i < count_; ++i)
        if (const double far = QLineF(where(i), at).length(); far < least) least = far, best = i;
    return best;
}

void PointWalk::walk(int to) {
    if (to != current_) {
        current_ = to;
        setAccessibleDescription(to < 0 ? QString() : sentence(to));
        if (to >= 0 && hasFocus()) announcePart(*this, to);
        update();
    }
    if (to >= 0)
        showCard(PlotTooltip::over(*this, tooltip_), to, mapTo(window(), where(to).toPoint()));
    else if (tooltip_)
        tooltip_->hide();
}

void PointWalk::step(int by) { walk(std::clamp(current_ + by, 0, count_ - 1)); }

void PointWalk::mouseMoveEvent(QMouseEvent* event) { walk(pointAt(event->position())); }
void PointWalk::leaveEvent(QEvent*) { walk(-1); }
void PointWalk::hideEvent(QHideEvent*) { walk(-1); }
void PointWalk::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    walk(-1);
    update();
}

void PointWalk::keyPressEvent(QKeyEvent* event) {
    if (count_ == 0) return event->ignore();
    switch (event->key()) {
    case Qt::Key_Left: step(-1); break;
    case Qt::Key_Right: step(1); break;
    case Qt::Key_Home: walk(0); break;
    case Qt::Key_End: walk(count_ - 1); break;
    case Qt::Key_Escape:
        if (current_ < 0) return event->ignore();
        walk(-1);
        break;
    default: event->ignore();
    }
}

bool PointWalk::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn) update();
    return QWidget::event(event);
}

}  // namespace tl
