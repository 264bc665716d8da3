// Labels take their colour through their palette and follow the theme's changes.
#include "widgets/controls/labels.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextDocument>
#include <QToolTip>

namespace tl {

namespace {

void tint(QWidget* widget, Token token) {
    QPalette palette = widget->palette();
    palette.setColor(QPalette::WindowText, Theme::instance().color(token));
    palette.setColor(QPalette::Disabled, QPalette::WindowText, Theme::instance().color(Token::Faint));
    widget->setPalette(palette);
}

}  // namespace

QString plainTip(const QString& words) {
    return Qt::mightBeRichText(words) ? Qt::convertFromPlainText(words, Qt::WhiteSpaceNormal) : words;
}

SectionLabel::SectionLabel(const QString& text, QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setText(text);
    const auto follow = [this] {
        QFont font = Theme::instance().font(11, QFont::DemiBold);
        font.setLetterSpacing(QFont::AbsoluteSpacing, 0.3);
        setFont(font);
        tint(this, Token::Faint);
    };
    follow();
    connect(&Theme::instance(), &Theme::changed, this, follow);
}

void SectionLabel::setText(const QString& text) {
    setAccessibleName(text);
    QLabel::setText(text.toUpper());
}

void SectionLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
    const QRect room = contentsRect();
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
}

ToneLabel::ToneLabel(const QString& text, Token token, Type type, QWidget* parent)
    : QLabel(text, parent), token_(token), type_(type) {
    setTextFormat(Qt::PlainText);
    setLetters();
    tint(this, token_);
    connect(&Theme::instance(), &Theme::changed, this, &ToneLabel::retint);
}

void ToneLabel::setToken(Token token) {
    token_ = token;
    tint(this, token_);
}

void ToneLabel::setType(Type type) {
    type_ = type;
    setLetters();
}

// Letters too, whatever changed: with another style sheet Qt gives a widget the font back that it had under the first.
void ToneLabel::retint() {
    setLetters();
    tint(this, token_);
}

void ToneLabel::setLetters() {
    const Theme& theme = Theme::instance();
    switch (type_) {
    case Body: setFont(theme.font(13)); break;
    case Title: setFont(theme.font(13, QFont::DemiBold)); break;
    case Headline: setFont(theme.font(15, QFont::DemiBold)); break;
    case Caption: setFont(theme.font(11)); break;
    case Mono: setFont(theme.mono()); break;
    }
}

ElidedLabel::ElidedLabel(Qt::TextElideMode mode, Token token, QWidget* parent)
    : ToneLabel({}, token, Body, parent), mode_(mode) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
    const QRect room = contentsRect();
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(text(), mode_, room.width()));
}

bool ElidedLabel::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        QStringList lines;
        if (fontMetrics().horizontalAdvance(text()) > contentsRect().width()) lines << text();
        if (!toolTip().isEmpty()) lines << toolTip();
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainTip(lines.join(QLatin1Char('\n'))), this);
        return true;
    }
    return ToneLabel::event(event);
}

StatusDot::StatusDot(const QString& text, Token token, QWidget* parent) : QWidget(parent), text_(text), token_(token) {
    setAccessibleName(text);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void StatusDot::setState(const QString& text, Token token) {
    text_ = text;
    token_ = token;
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize StatusDot::sizeHint() const {
    const int words = text_.isEmpty() ? 0 : 6 + fontMetrics().horizontalAdvance(text_);
    return {8 + words + 2, qMax(18, fontMetrics().height())};
}

void StatusDot::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(token_));
    painter.drawEllipse(QRectF(1, height() / 2.0 - 4, 8, 8));
    painter.setPen(theme.color(Token::Muted));
    painter.drawText(QRectF(15, 0, width(), height()), Qt::AlignVCenter, text_);
}

Separator::Separator(Qt::Orientation orientation, QWidget* parent) : QWidget(parent) {
    if (orientation == Qt::Horizontal)
        setFixedHeight(1);
    else
        setFixedWidth(1);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void Separator::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), Theme::instance().color(Token::Line)); }

}  // namespace tl
