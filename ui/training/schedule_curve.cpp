// See the header.
#include "ui/training/schedule_curve.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/theme/theme.h"

namespace tl {

ScheduleCurve::ScheduleCurve(QWidget* parent) : QWidget(parent) {
    setFixedHeight(58);
    setAccessibleName(tr("Learning rate over the run"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ScheduleCurve::setRates(const QVector<double>& rates) {
    if (rates == rates_) return;
    rates_ = rates;
    const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
    setVisible(rates.isEmpty() || *most - *least > 1e-9 * *most);
    update();
}

// Told 30 times a second; painted when the line stands elsewhere.
void ScheduleCurve::setPosition(double fraction) {
    if ((fraction < 0) == (position_ < 0) && std::abs(fraction - position_) * width() < 0.5) return;
    position_ = fraction;
    update();
}

void ScheduleCurve::paintEvent(QPaintEvent*) {
    if (rates_.size() < 2) return;
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double top = std::max(1e-30, *std::max_element(rates_.begin(), rates_.end())) * 1.06;
    const QRectF r = QRectF(rect()).adjusted(0.5, 2, -0.5, -1);
    QPainterPath line;
    for (int i = 0; i < rates_.size(); ++i) {
        const QPointF p(r.left() + r.width() * i / (rates_.size() - 1), r.bottom() - r.height() * rates_[i] / top);
        i == 0 ? line.moveTo(p) : line.lineTo(p);
    }
    QPainterPath area = line;
    area.lineTo(r.bottomRight());
    area.lineTo(r.bottomLeft());
    area.closeSubpath();
    painter.fillPath(area, Theme::mix(theme.color(Token::Accent), theme.color(Token::Bg1), 0.2));
    painter.setPen(QPen(theme.color(Token::Line), 1));
    painter.drawLine(r.bottomLeft(), r.bottomRight());
    painter.setPen(QPen(theme.color(Token::Accent), 1.5));
    painter.drawPath(line);
    if (position_ >= 0) {
        const double x = r.left() + r.width() * std::min(1.0, position_);
        painter.setPen(QPen(theme.color(Token::Text), 1));
        painter.drawLine(QPointF(x, r.top()), QPointF(x, r.bottom()));
    }
}

}  // namespace tl
