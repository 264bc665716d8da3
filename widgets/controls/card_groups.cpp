// See the header.
#include "widgets/controls/card_groups.h"

#include <QToolButton>

#include "widgets/theme/theme.h"

namespace tl {

CardGroups::CardGroups(QWidget* parent) : QScrollArea(parent), page_(new QWidget) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidget(page_);
    viewport()->setAutoFillBackground(false);
    page_->setAutoFillBackground(false);
}

QStringList CardGroups::folded() const {
    QStringList titles = folded_.values();
    titles.sort();
    return titles;
}

void CardGroups::setFolded(const QString& title, bool on) {
    on ? (void)folded_.insert(title) : (void)folded_.remove(title);
    mark(title);
    arrange();
}

void CardGroups::setFolded(const QStringList& titles) {
    folded_ = QSet<QString>(titles.begin(), titles.end());
    for (auto caption = captions_.cbegin(); caption != captions_.cend(); ++caption) mark(caption.key());
    arrange();
}

int CardGroups::captionHeight() { return Theme::instance().scaled(26); }

QToolButton& CardGroups::caption(const QString& title, qsizetype cards) {
    QToolButton*& button = captions_[title];
    if (!button) {
        button = new QToolButton(page_);
        button->setObjectName(QStringLiteral("group.") + title);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setIconSize(Theme::instance().square(12));
        connect(button, &QToolButton::clicked, this, [this, title] {
            setFolded(title, !folded(title));
            emit foldedChanged();
        });
        mark(title);
    }
    button->setText(QStringLiteral("%1  %2").arg(title, QString::number(cards)));
    return *button;
}

void CardGroups::mark(const QString& title) {
    QToolButton* button = captions_.value(title);
    if (!button) return;
    button->setIcon(
        Theme::instance().icon(folded(title) ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down")));
    button->setAccessibleName(folded(title) ? tr("%1, folded").arg(title) : title);
}

}  // namespace tl
