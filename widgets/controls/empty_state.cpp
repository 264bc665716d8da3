// Centred column with at most 420 px of text, so that the sentence reads well in a wide panel.
#include "widgets/controls/empty_state.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>
#include <utility>

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
    row_ = new QHBoxLayout;
    row_->setSpacing(8);
    row_->setAlignment(Qt::AlignCenter);
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
    column->addLayout(row_);
    column->addStretch(1);
    retint();
    connect(&Theme::instance(), &Theme::changed, this, &EmptyState::retint);
}

void EmptyState::setIcon(const QString& icon) {
    if (std::exchange(name_, icon) != icon) retint();
}

void EmptyState::setTitle(const QString& title) { title_->setText(title); }

void EmptyState::setSentence(const QString& sentence) {
    sentence_->setText(sentence);
    sentence_->setVisible(!sentence.isEmpty());
}

void EmptyState::setMood(Mood mood) {
    if (std::exchange(mood_, mood) != mood) retint();
}

void EmptyState::setButtons(std::vector<Button> buttons) {
    const bool same = std::ranges::equal(buttons, buttons_, [](const Button& a, const Button& b) {
        return std::tie(a.text, a.primary, a.name) == std::tie(b.text, b.primary, b.name);
    });
    buttons_ = std::move(buttons);
    if (same) return;
    bool keyboard = isAncestorOf(window()->focusWidget());  // goes to the first of the new ones
    while (auto* item = row_->takeAt(0)) {
        // Often called from a button's own click.
        if (auto* button = item->widget()) {
            button->disconnect(this);
            button->hide();
            button->deleteLater();
        }
        delete item;
    }
    for (size_t i = 0; i < buttons_.size(); ++i) {
        auto* button = new QPushButton(buttons_[i].text, this);
        button->setObjectName(buttons_[i].name);
        button->setProperty("primary", buttons_[i].primary);
        button->setFocusPolicy(Qt::TabFocus);  // a click leaves the keyboard, and what is half written, where it is
        row_->addWidget(button);
        if (std::exchange(keyboard, false)) {
            button->show();
            button->setFocus(Qt::OtherFocusReason);
        }
        connect(button, &QPushButton::clicked, this, [this, i] {
            const auto pressed = buttons_[i].pressed;  // others may be offered by it
            pressed();
        });
    }
}

void EmptyState::retint() {
    const auto& theme = Theme::instance();
    const Token token = mood_ == Failed ? Token::Bad : mood_ == Busy ? Token::Accent : Token::Faint;
    icon_->setPixmap(theme.pixmap(name_, theme.scaled(32), theme.color(token), devicePixelRatioF()));
    icon_->setVisible(!name_.isEmpty());
}

}  // namespace tl
