// The last losses of a search explode; what lies more than the first loss above the least is cut off, so that the fall
// before it can be seen.
#include "ui/training/rate_curve.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/theme/theme.h"

namespace tl {

RateCurve::RateCurve(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("rateCurve"));
    setFixedHeight(150);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::CrossCursor);
    setAccessibleName(tr("Loss over learning rate"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void RateCurve::setPoints(const std::vector<RatePoint>& points) {
    points_ = points;
    if (!points_.empty()) {
        const auto lower = [](const RatePoint& a, const RatePoint& b) { return a.smoothed < b.smoothed; };
        const auto [least, most] = std::minmax_element(points_.begin(), points_.end(), lower);
        const double fall = std::max(points_.front().smoothed - least->smoothed, 1e-6);
        low_ = least->smoothed - 0.1 * fall;
        high_ = std::min(most->smoothed, points_.front().smoothed + 0.6 * fall) + 0.1 * fall;
    }
    update();
}

void RateCurve::setMarker(double rate) {
    marker_ = rate;
    setAccessibleDescription(rate > 0 ? tr("Marker at %1").arg(rate, 0, 'g', 2) : QString());
    update();
}

QRectF RateCurve::plot() const { return QRectF(rect()).adjusted(1, 6, -1, -20); }

QPointF RateCurve::toPixel(const RatePoint& point) const {
    const QRectF r = plot();
    const double from = std::log10(points_.front().rate), to = std::log10(points_.back().rate);
    const double x = to > from ? (std::log10(point.rate) - from) / (to - from) : 0;
    return {r.left() + r.width() * x, r.bottom() - r.height() * (point.smoothed - low_) / (high_ - low_)};
}

void RateCurve::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF r = plot();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::Bg0));
    painter.drawRoundedRect(r, 4, 4);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(Token::Accent), 1));
        painter.drawRoundedRect(r, 4, 4);
    }
    if (points_.size() < 2) return;

    painter.setFont(theme.mono(10));
    const int first = static_cast<int>(std::ceil(std::log10(points_.front().rate) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(points_.back().rate) + 1e-9));
    for (int decade = first; decade <= last; ++decade) {
        const double x = toPixel({std::pow(10.0, decade), 0, low_}).x();
        painter.setPen(QPen(theme.color(Token::Line), 1));
        painter.drawLine(QPointF(x, r.top()), QPointF(x, r.bottom()));
        painter.setPen(theme.color(Token::Faint));
        const QRectF box(std::clamp(x - 24, 0.0, width() - 48.0), r.bottom() + 3, 48, 16);
        const bool left = box.left() > x - 24, right = box.left() < x - 24;
        painter.drawText(box,
                         (left    ? Qt::AlignLeft
                          : right ? Qt::AlignRight
                                  : Qt::AlignHCenter) |
                             Qt::AlignVCenter,
                         QStringLiteral("1e%1").arg(decade));
    }

    painter.setClipRect(r);
    const auto line = [&](auto valueOf) {
        QPainterPath path;
        for (size_t i = 0; i < points_.size(); ++i) {
            const QPointF p = toPixel({points_[i].rate, 0, valueOf(points_[i])});
            i == 0 ? path.moveTo(p) : path.lineTo(p);
        }
        return path;
    };
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Theme::mix(theme.color(Token::Accent), theme.color(Token::Bg0), 0.35), 1));
    painter.drawPath(line([](const RatePoint& p) { return p.loss; }));
    painter.setPen(QPen(theme.color(Token::Accent), 1.8));
    painter.drawPath(line([](const RatePoint& p) { return p.smoothed; }));
    painter.setClipping(false);

    const double most = points_.front().smoothed;
    painter.setPen(theme.color(Token::Muted));
    painter.drawText(r.adjusted(6, 0, -6, -4), Qt::AlignLeft | Qt::AlignBottom,
                     tr("from loss %1").arg(most, 0, 'g', 3));
    if (marker_ <= 0) return;
    const auto after = [&](const RatePoint& p) { return p.rate >= marker_ * (1 - 1e-9); };
    const auto at = std::find_if(points_.begin(), points_.end(), after);
    if (at == points_.end()) return;
    const QPointF p = toPixel(*at);
    painter.setPen(QPen(theme.color(Token::Text), 1, Qt::DashLine));
    painter.drawLine(QPointF(p.x(), r.top()), QPointF(p.x(), r.bottom()));
    painter.setPen(QPen(theme.color(Token::Bg0), 1.5));
    painter.setBrush(theme.color(Token::Text));
    painter.drawEllipse(p, 4, 4);
    const QString text = QString::number(marker_, 'g', 2);
    painter.setPen(theme.color(Token::Text));
    const bool toLeft = p.x() > r.center().x();
    painter.drawText(QRectF(toLeft ? p.x() - 76 : p.x() + 6, r.top() + 3, 70, 14),
                     toLeft ? Qt::AlignRight : Qt::AlignLeft, text);
}

void RateCurve::moveTo(double x) {
    if (points_.size() < 2) return;
    const auto nearer = [&](const RatePoint& a, const RatePoint& b) {
        return std::abs(toPixel(a).x() - x) < std::abs(toPixel(b).x() - x);
    };
    setMarker(std::min_element(points_.begin(), points_.end(), nearer)->rate);
    emit markerMoved(marker_);
}

void RateCurve::moveBy(int points) {
    const auto after = [&](const RatePoint& p) { return p.rate >= marker_ * (1 - 1e-9); };
    const auto at = std::find_if(points_.begin(), points_.end(), after) - points_.begin();
    const auto last = static_cast<std::ptrdiff_t>(points_.size()) - 1;
    if (last < 1) return;
    setMarker(points_[static_cast<size_t>(std::clamp<std::ptrdiff_t>(at + points, 0, last))].rate);
    emit markerMoved(marker_);
}

void RateCurve::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) moveTo(event->position().x());
}

void RateCurve::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) moveTo(event->position().x());
}

void RateCurve::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
        moveBy(event->key() == Qt::Key_Left ? -1 : 1);
    else
        QWidget::keyPressEvent(event);
}

}  // namespace tl
