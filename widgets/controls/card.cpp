// Header row over a body, in a frame painted by hand: a style sheet on a container would reach its children, too.
#include "widgets/controls/card.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/controls/labels.h"

namespace tl {

// Gives way where the header has no room: "…" at its end, and all of it as a tooltip.
class CardTitle : public ToneLabel {
public:
    CardTitle(Token token, Type type, QWidget* parent) : ToneLabel({}, token, type, parent) {}
    QSize minimumSizeHint() const override { return {24, ToneLabel::minimumSizeHint().height()}; }

private:
    static constexpr qsizetype kLeast = 5;  // letters, the "…" among them: fewer say nothing
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::Active, QPalette::WindowText));
        const QRect room = contentsRect();
        QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, room.width());
        if (shown != text() && shown.size() < kLeast) shown.clear();
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, shown);
        if (const QString all = shown == text() ? QString() : plainTip(text()); toolTip() != all) setToolTip(all);
    }
};

Card::Card(const QString& title, const QString& subtitle, QWidget* parent) : QFrame(parent) {
    title_ = new CardTitle(Token::Text, ToneLabel::Title, this);
    subtitle_ = new CardTitle(Token::Muted, ToneLabel::Body, this);
    header_ = new QHBoxLayout;
    header_->setContentsMargins(12, 6, 8, 2);
    header_->setSpacing(8);
    header_->addWidget(title_);
    // What the title leaves is the subtitle's; where there is none, the stretch's.
    subtitle_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    header_->addWidget(subtitle_, 1);
    header_->addStretch(0);
    layout_ = new QVBoxLayout(this);
    layout_->setContentsMargins(1, 1, 1, 1);
    layout_->setSpacing(0);
    layout_->addLayout(header_);
    setTitle(title);
    setSubtitle(subtitle);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void Card::setTitle(const QString& title) {
    title_->setText(title);
    title_->setVisible(!title.isEmpty());
    setAccessibleName(title);
}

void Card::setSubtitle(const QString& subtitle) {
    subtitle_->setText(subtitle);
    subtitle_->setVisible(!subtitle.isEmpty());
}

QString Card::title() const { return title_->text(); }

QToolButton* Card::addAction(const QString& icon, const QString& text) {
    auto* button = new QToolButton(this);
    button->setIcon(Theme::instance().icon(icon));
    button->setIconSize(Theme::instance().square(13));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setFixedSize(Theme::instance().square(24));
    header_->addWidget(button);
    return button;
}

void Card::addHeaderWidget(QWidget* widget) {
    int at = header_->count();
    while (at > 0 && qobject_cast<QToolButton*>(header_->itemAt(at - 1)->widget())) --at;
    header_->insertWidget(at, widget);
}

void Card::setBody(QWidget* body) {
    delete body_;
    body_ = body;
    if (body) layout_->addWidget(body, 1);
}

void Card::setHighlighted(bool on) {
    highlighted_ = on;
    update();
}

void Card::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(highlighted_ ? Token::Accent : Token::Line), 1));
    painter.setBrush(theme.color(Token::Bg1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Theme::kCardRadius, Theme::kCardRadius);
}

}  // namespace tl
