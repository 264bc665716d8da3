// See the header. Dots that are many are squares: thousands of them are drawn in a few ms.
#include "widgets/plot/scatter_plot.h"

#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "widgets/accessible/parts.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/plot/axis_text.h"
#include "widgets/plot/plot_tooltip.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kDotsLeft = 58, kDotsBottom = 38, kDotsAround = 10, kMostTicks = 5;  // px at letters of 100 %
constexpr double kNearDot = 12, kMargin = 0.03;                                    // px; share of the axis
constexpr qsizetype kMany = 2000;

}  // namespace

ScatterPlot::ScatterPlot(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    describeParts(*this, {.role = QAccessible::Chart,
                          .count = [this] { return static_cast<int>(dots_.size()); },
                          .part =
                              [this](int dot) {
                                  return AccessiblePart{
                                      .role = QAccessible::ListItem,
                                      .name = sentence(dot),
                                      .rect = QRect(toPixel(dots_[dot]).toPoint() - QPoint(4, 4), QSize(9, 9)),
                                      .focused = dot == current_};
                              },
                          .at = [this](const QPoint& at) { return dotAt(at); }});
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

ScatterPlot::~ScatterPlot() { delete tooltip_; }

void ScatterPlot::setAxes(const QString& x, const QString& y) {
    xName_ = x;
    yName_ = y;
    update();
}

void ScatterPlot::setDots(const QVector<Dot>& dots, double least, double greatest) {
    dots_ = dots;
    const double margin =
        greatest > least ? (greatest - least) * kMargin : std::max(std::abs(least) * kMargin, kMargin);
    from_ = least - margin;
    to_ = greatest + margin;
    most_ = 1;
    for (const Dot& dot : dots_) most_ = std::max(most_, dot.count);
    pressed_ = -1;
    walk(-1);
    update();
}

// A square, so that the diagonal is one.
QRectF ScatterPlot::plotRect() const {
    const auto px = [](int pixels) { return Theme::instance().scaled(pixels); };
    const QRectF room = QRectF(rect()).adjusted(px(kDotsLeft), px(kDotsAround), -px(kDotsAround), -px(kDotsBottom));
    const double side = std::max(10.0, std::min(room.width(), room.height()));
    return {room.left() + (room.width() - side) / 2, room.top(), side, side};
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
    if (current_ >= 0) {
        painter.setBrush(theme.color(Token::Bg1));
        painter.setPen(QPen(theme.series(0), 2));
        painter.drawEllipse(toPixel(dots_[current_]), 4.5, 4.5);
    }
    if (showsFocus(*this)) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(Token::Accent), 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 0.5, -1.5, -1.5), 4, 4);
    }
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
    painter.setFont(theme.font(11));
    painter.setPen(theme.color(Token::Muted));
    const auto fitted = [&](const QString& name, double room) {
        return painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(room));
    };
    painter.drawText(QRectF(0, area.bottom() + 3 + high, width(), high), Qt::AlignCenter, fitted(xName_, width()));
    painter.save();
    painter.translate(area.left() - theme.scaled(kDotsLeft) + high / 2, area.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-height() / 2.0, -high / 2, height(), high), Qt::AlignCenter,
                     fitted(yName_, area.height()));
    painter.restore();
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

int ScatterPlot::dotAt(const QPointF& at) const {
    int best = -1;
    double least = kNearDot;
    for (int i = 0; i < dots_.size(); ++i)
        if (const double far = QLineF(toPixel(dots_[i]), at).length(); far < least) least = far, best = i;
    return best;
}

void ScatterPlot::walk(int to) {
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
    PlotTooltip::over(*this, tooltip_)
        .showRows({tr("samples"), xName_, yName_},
                  {{Theme::instance().series(0), grouped(dots_[to].count), values(to)}},
                  mapTo(window(), toPixel(dots_[to]).toPoint()));
}

void ScatterPlot::mouseMoveEvent(QMouseEvent* event) { walk(dotAt(event->position())); }

void ScatterPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    pressed_ = dotAt(event->position());
}

void ScatterPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    const int pressed = std::exchange(pressed_, -1);
    if (pressed >= 0 && dotAt(event->position()) == pressed) emit activated(pressed);
}

void ScatterPlot::leaveEvent(QEvent*) { walk(-1); }
void ScatterPlot::hideEvent(QHideEvent*) { walk(-1); }
void ScatterPlot::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    walk(-1);
    update();
}

// Along the true numbers; the large keys by a tenth of the dots.
void ScatterPlot::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(dots_.size()) - 1, page = std::max(1, last / 10);
    if (last < 0) return event->ignore();
    switch (event->key()) {
    case Qt::Key_Left: walk(std::max(0, current_ - 1)); break;
    case Qt::Key_Right: walk(std::min(last, current_ + 1)); break;
    case Qt::Key_PageUp: walk(std::max(0, current_ - page)); break;
    case Qt::Key_PageDown: walk(std::min(last, current_ + page)); break;
    case Qt::Key_Home: walk(0); break;
    case Qt::Key_End: walk(last); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (current_ < 0) return event->ignore();
        emit activated(current_);
        break;
    case Qt::Key_Escape:
        if (current_ < 0) return event->ignore();
        walk(-1);
        break;
    default: event->ignore();
    }
}

bool ScatterPlot::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn) update();
    return QWidget::event(event);
}

}  // namespace tl
