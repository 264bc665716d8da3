// Paints the switch; the knob slides for 100 ms when a person flips it, and jumps when a program does.
#include "widgets/controls/toggle_switch.h"

#include <QPainter>
#include <QPropertyAnimation>

#include "widgets/theme/theme.h"

namespace tl {

namespace {
constexpr int kSwitchWidth = 30, kSwitchHeight = 18, kSwitchGap = 8;
constexpr double kSwitchRound = kSwitchHeight / 2.0;
}  // namespace

ToggleSwitch::ToggleSwitch(QWidget* parent) : QCheckBox(parent) { init(); }

ToggleSwitch::ToggleSwitch(const QString& text, QWidget* parent) : QCheckBox(text, parent) { init(); }

void ToggleSwitch::init() {
    setCursor(Qt::PointingHandCursor);
    setProperty("noFocusRing", true);
    auto* slide = new QPropertyAnimation(this, "knob", this);
    slide->setDuration(100);
    connect(this, &QCheckBox::toggled, this, [this, slide](bool on) {
        slide->stop();
        if (!isVisible() || !hasFocus()) return setKnob(on ? 1 : 0);
        slide->setStartValue(knob_);
        slide->setEndValue(on ? 1.0 : 0.0);
        slide->start();
    });
    connect(this, &QCheckBox::stateChanged, this, [this] { update(); });
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

QSize ToggleSwitch::sizeHint() const {
    const int words = text().isEmpty() ? 0 : kSwitchGap + fontMetrics().horizontalAdvance(text());
    return {kSwitchWidth + 4 + words, qMax(kSwitchHeight + 4, fontMetrics().height())};
}

void ToggleSwitch::setKnob(double knob) {
    knob_ = knob;
    update();
}

void ToggleSwitch::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF track(2, (height() - kSwitchHeight) / 2.0, kSwitchWidth, kSwitchHeight);
    const QColor off = Theme::mix(theme.color(Token::Faint), theme.color(Token::Bg2), 0.55);
    QColor fill = Theme::mix(theme.color(Token::Accent), off, checkState() == Qt::PartiallyChecked ? 0.35 : knob_);
    if (!isEnabled()) fill = Theme::mix(fill, theme.color(Token::Bg1), 0.45);
    if (hasFocus()) {
        QColor ring = theme.color(Token::Accent);
        ring.setAlphaF(0.3);
        painter.setPen(QPen(ring, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(track.adjusted(-1, -1, 1, 1), kSwitchRound + 1, kSwitchRound + 1);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(track, kSwitchRound, kSwitchRound);
    const bool mixed = checkState() == Qt::PartiallyChecked;  // several things, some on and some off
    const double left = track.left() + 2 + (mixed ? 0.5 : knob_) * (kSwitchWidth - kSwitchHeight);
    painter.setBrush(Theme::mix(Qt::white, theme.color(Token::Bg1), isEnabled() ? 1.0 : 0.7));
    painter.drawEllipse(QRectF(left, track.top() + 2, kSwitchHeight - 4, kSwitchHeight - 4));
    if (!text().isEmpty()) {
        painter.setPen(theme.color(isEnabled() ? Token::Text : Token::Faint));
        painter.drawText(QRectF(track.right() + kSwitchGap, 0, width(), height()),
                         Qt::AlignVCenter | Qt::TextShowMnemonic, text());
    }
}

}  // namespace tl
