// Text in two colours over a thin bar. Texts are drawn piece by piece, so that no rich text is laid out at 30 Hz.
#include "widgets/controls/progress_strip.h"

#include <QPainter>
#include <cmath>

#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr double kStripBetween = 10;  // the two texts

// Draws text whose *marked* parts are bright and bold; returns its width. No painter: only measures.
double drawMarked(QPainter* painter, double x, double baseline, const QString& text) {
    const auto& theme = Theme::instance();
    const QFont plain = theme.font(11), bold = theme.font(11, QFont::DemiBold);
    const double start = x;
    const auto parts = text.split(QLatin1Char('*'));
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const bool marked = i % 2 == 1;
        const QFont& font = marked ? bold : plain;
        if (painter) {
            painter->setFont(font);
            painter->setPen(theme.color(marked ? Token::Text : Token::Muted));
            painter->drawText(QPointF(x, baseline), parts[i]);
        }
        x += QFontMetricsF(font).horizontalAdvance(parts[i]);
    }
    return x - start;
}

}  // namespace

ProgressStrip::ProgressStrip(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void ProgressStrip::setText(const QString& left, const QString& right) {
    if (left == left_ && right == right_) return;
    left_ = left;
    right_ = right;
    QString plain = left + QLatin1Char(' ') + right;
    setAccessibleName(plain.remove(QLatin1Char('*')));
    update();
}

void ProgressStrip::setFraction(double fraction) {
    fraction = std::isnan(fraction) ? -1 : qBound(-1.0, fraction, 1.0);
    if (std::abs(fraction - fraction_) < 1e-4) return;
    fraction_ = fraction;
    update();
}

void ProgressStrip::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double bar = height() - 6;
    const QString point = QStringLiteral(" · ");
    QStringList left = left_.split(point), right = right_.split(point);
    const auto wide = [&point](const QStringList& pieces) { return drawMarked(nullptr, 0, 0, pieces.join(point)); };
    const auto fits = [&] { return wide(left) + (right_.isEmpty() ? 0 : kStripBetween + wide(right)) <= width(); };
    while (left.size() > 1 && !fits()) left.removeLast();
    while (right.size() > 1 && !fits()) right.removeFirst();
    if (!fits()) right.clear();
    drawMarked(&painter, 0, bar - 8, left.join(point));
    drawMarked(&painter, width() - wide(right), bar - 8, right.join(point));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::Bg3));
    painter.drawRoundedRect(QRectF(0, bar, width(), 3), 1.5, 1.5);
    painter.setBrush(fraction_ < 0 ? Theme::mix(theme.color(Token::Accent), theme.color(Token::Bg3), 0.4)
                                   : theme.color(Token::Accent));
    const double filled = fraction_ < 0 ? width() : width() * fraction_;
    if (filled > 0.5) painter.drawRoundedRect(QRectF(0, bar, filled, 3), 1.5, 1.5);
}

}  // namespace tl
