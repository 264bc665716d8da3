// Centred column with at most 420 px of text, so that the sentence reads well in a wide panel.
#include "widgets/controls/empty_state.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/controls/labels.h"

namespace tl {

EmptyState::EmptyState(const QString& icon, const QString& title, const QString& sentence, QWidget* parent)
    : QWidget(parent), name_(icon) {
    icon_ = new QLabel(this);
    icon_->setAlignment(Qt::AlignCenter);
    title_ = new ToneLabel(title, Token::Text, ToneLabel::Headline, this);
    title_->setAlignment(Qt::AlignCenter);
    title_->setWordWrap(true);
    sentence_ = new ToneLabel(sentence, Token::Muted, ToneLabel::Body, this);
    sentence_->setAlignment(Qt::AlignCenter);
    sentence_->setWordWrap(true);
    sentence_->setVisible(!sentence.isEmpty());
    sentence_->setMaximumWidth(Theme::instance().scaled(420));
    buttons_ = new QHBoxLayout;
    buttons_->setSpacing(8);
    buttons_->setAlignment(Qt::AlignCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 12, 24, 12);
    column->setSpacing(8);
    column->addStretch(1);
    column->addWidget(icon_);
    column->addWidget(title_);
    auto* middle = new QHBoxLayout;
    middle->addStretch(1);
    middle->addWidget(sentence_, 100);
    middle->addStretch(1);
    column->addLayout(middle);
    column->addSpacing(8);
    column->addLayout(buttons_);
    column->addStretch(1);
    retint();
    connect(&Theme::instance(), &Theme::changed, this, &EmptyState::retint);
}

void EmptyState::setIcon(const QString& icon) {
    name_ = icon;
    retint();
}

void EmptyState::setTitle(const QString& title) { title_->setText(title); }

void EmptyState::setSentence(const QString& sentence) {
    sentence_->setText(sentence);
    sentence_->setVisible(!sentence.isEmpty());
}

void EmptyState::setMood(Mood mood) {
    mood_ = mood;
    retint();
}

QPushButton* EmptyState::addButton(const QString& text, bool primary) {
    auto* button = new QPushButton(text, this);
    button->setProperty("primary", primary);
    button->setFocusPolicy(Qt::TabFocus);  // a click leaves the keyboard, and what is half written, where it is
    buttons_->addWidget(button);
    return button;
}

void EmptyState::clearButtons() {
    while (auto* item = buttons_->takeAt(0)) {
        // Often called from a button's own click.
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
}

void EmptyState::retint() {
    const auto& theme = Theme::instance();
    const Token token = mood_ == Failed ? Token::Bad : mood_ == Busy ? Token::Accent : Token::Faint;
    icon_->setPixmap(theme.pixmap(name_, theme.scaled(32), theme.color(token), devicePixelRatioF()));
    icon_->setVisible(!name_.isEmpty());
}

}  // namespace tl
