// See the header.
#include "widgets/controls/meter.h"

#include <QPainter>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kMeterCaption = 58, kWords = 112, kMeterGap = 8, kMeterHeight = 18;
constexpr double kBar = 5;

}  // namespace

Meter::Meter(const QString& caption, QWidget* parent) : QWidget(parent), caption_(caption) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(caption);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void Meter::setValue(double share, const QString& words, double full) {
    share = share < 0 ? -1 : std::min(share, 1.0);
    if (share == share_ && words == words_ && full == full_) return;
    share_ = share;
    words_ = words;
    full_ = full;
    setAccessibleDescription(words);
    update();
}

QSize Meter::sizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.scaled(kMeterCaption + kWords) + 2 * kMeterGap + 60, theme.scaled(kMeterHeight)};
}

QSize Meter::minimumSizeHint() const {
    return {Theme::instance().scaled(kWords), Theme::instance().scaled(kMeterHeight)};
}

void Meter::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont letters = theme.font(11), numbers = theme.mono(11);
    const int captionWide =
        std::max(theme.scaled(kMeterCaption), QFontMetrics(letters).horizontalAdvance(caption_) + 2);
    const int wordsWide = std::max(theme.scaled(kWords), QFontMetrics(numbers).horizontalAdvance(words_) + 2);
    painter.setFont(numbers);
    painter.setPen(theme.color(share_ >= full_ ? Token::Warn : share_ < 0 ? Token::Muted : Token::Text));
    painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter, words_);
    const QRectF bar(captionWide, (height() - kBar) / 2, width() - captionWide - wordsWide - kMeterGap, kBar);
    // In a narrow panel the bar gives way, then the caption.
    if (width() >= captionWide + QFontMetrics(numbers).horizontalAdvance(words_) + kMeterGap) {
        painter.setFont(letters);
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, caption_);
    }
    if (share_ < 0 || bar.width() < 20) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::Bg3));
    painter.drawRoundedRect(bar, kBar / 2, kBar / 2);
    if (share_ <= 0) return;
    painter.setBrush(theme.color(share_ >= full_ ? Token::Warn : Token::Accent));
    painter.drawRoundedRect(QRectF(bar.topLeft(), QSizeF(std::max(bar.width() * share_, kBar), kBar)), kBar / 2,
                            kBar / 2);
}

}  // namespace tl
