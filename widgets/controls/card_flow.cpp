// Places are worked out for all keys at once, which is cheap; widgets are made from the places that meet the view.
#include "widgets/controls/card_flow.h"

#include <QScrollBar>
#include <QToolButton>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kFlowMargin = 14, kFlowGap = 12, kFlowCaption = 30, kTall = 460;

CardFlow::CardFlow(QWidget* parent) : QScrollArea(parent), page_(new QWidget) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidget(page_);
    viewport()->setAutoFillBackground(false);
    page_->setAutoFillBackground(false);
    verticalScrollBar()->setSingleStep(40);
}

void CardFlow::setCardSize(int leastWidth, int height) {
    leastWidth_ = leastWidth;
    height_ = height;
    arrange();
}

QStringList CardFlow::keys() const {
    QStringList all;
    for (const Group& group : groups_) all << group.keys;
    return all;
}

void CardFlow::setGroups(const std::vector<Group>& groups) {
    groups_ = groups;
    const QStringList now = keys();
    const QSet<QString> kept(now.begin(), now.end());
    for (auto card = cards_.begin(); card != cards_.end();) {
        if (kept.contains(card.key())) {
            ++card;
        } else {
            card.value()->hide();
            card.value()->deleteLater();
            card = cards_.erase(card);
        }
    }
    arrange();
}

void CardFlow::clear() {
    for (QWidget* card : std::as_const(cards_)) card->hide(), card->deleteLater();
    cards_.clear();
    makeVisible();
}

void CardFlow::setExpanded(const QString& key, bool on) {
    on ? (void)expanded_.insert(key) : (void)expanded_.remove(key);
    arrange();
}

void CardFlow::setFolded(const QString& group, bool on) {
    on ? (void)folded_.insert(group) : (void)folded_.remove(group);
    arrange();
}

QToolButton* CardFlow::caption(const Group& group) {
    QToolButton*& button = captions_[group.title];
    if (!button) {
        button = new QToolButton(page_);
        button->setObjectName(QStringLiteral("group.") + group.title);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setIconSize(Theme::instance().square(12));
        connect(button, &QToolButton::clicked, this, [this, title = group.title] {
            setFolded(title, !folded(title));
            emit layoutChanged();
        });
    }
    button->setIcon(
        Theme::instance().icon(folded(group.title) ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down")));
    button->setText(QStringLiteral("%1  %2").arg(group.title, QString::number(group.keys.size())));
    button->setAccessibleName(folded(group.title) ? tr("%1, folded").arg(group.title) : group.title);
    return button;
}

void CardFlow::arrange() {
    const Extent least = place(height_);
    const int spare = viewport()->height() - least.high;
    const Extent extent =
        spare > 0 && least.rows > 0 && isVisible() ? place(std::min(2 * height_, height_ + spare / least.rows)) : least;
    QSet<QString> captioned;
    auto at = places_.begin();  // in the groups' order
    for (const Group& group : groups_) {
        if (group.title.isEmpty()) continue;
        QToolButton* button = caption(group);
        button->adjustSize();
        at = std::find_if(at, places_.end(),
                          [&](const Place& one) { return one.key.isEmpty() && one.group == group.title; });
        button->setGeometry(at->rect.x(), at->rect.y(), std::min(at->rect.width(), button->sizeHint().width()),
                            at->rect.height());
        button->show();
        captioned.insert(group.title);
    }
    for (auto button = captions_.begin(); button != captions_.end(); ++button)
        if (!captioned.contains(button.key())) button.value()->hide();
    page_->resize(viewport()->width(), std::max(extent.high, 1));
    makeVisible();
}

CardFlow::Extent CardFlow::place(int cardHeight) {
    const int width = std::max(viewport()->width() - 2 * kFlowMargin, 60);
    const int columns = std::max(1, (width + kFlowGap) / (leastWidth_ + kFlowGap));
    places_.clear();
    int y = 2, rows = 0;
    for (const Group& group : groups_) {
        if (!group.title.isEmpty()) {
            places_.push_back({{}, group.title, QRect(kFlowMargin - 4, y, width, kFlowCaption - 4)});
            y += kFlowCaption;
            if (folded(group.title)) continue;
        }
        int column = 0;
        for (const QString& key : group.keys) {
            const bool full = expanded(key) && columns > 1;
            if (full && column > 0) y += cardHeight + kFlowGap, column = 0;
            if (column == 0) ++rows;
            const int left = (width + kFlowGap) * column / columns,
                      right = (width + kFlowGap) * (column + 1) / columns - kFlowGap;
            const int high = expanded(key) ? std::max(kTall, cardHeight) : cardHeight;
            places_.push_back(
                {key, group.title,
                 full ? QRect(kFlowMargin, y, width, high) : QRect(kFlowMargin + left, y, right - left, high)});
            if (full || ++column == columns) y += high + kFlowGap, column = 0;
        }
        if (column > 0) y += cardHeight + kFlowGap;
    }
    return {y, rows};
}

void CardFlow::makeVisible() {
    if (!make_ || !isVisible()) return;
    const int top = verticalScrollBar()->value(), high = viewport()->height();
    QSet<QString> wanted;
    QWidget* before = nullptr;
    for (const Place& place : places_) {
        if (place.key.isEmpty()) continue;
        const bool near = place.rect.bottom() >= top - high && place.rect.top() <= top + 2 * high;
        // One that has the keyboard stays, wherever it is.
        QWidget* card = cards_.value(place.key);
        if (!near && !(card && card->isAncestorOf(QWidget::focusWidget()) && isAncestorOf(QWidget::focusWidget())))
            continue;
        wanted.insert(place.key);
        if (!card) {
            card = make_(place.key);
            if (!card) continue;
            card->setParent(page_);
            cards_[place.key] = card;
        }
        card->setGeometry(place.rect);
        card->show();
        if (before) QWidget::setTabOrder(before, card);
        before = card;
    }
    for (auto card = cards_.begin(); card != cards_.end();) {
        if (wanted.contains(card.key())) {
            ++card;
        } else {
            card.value()->hide();
            card.value()->deleteLater();
            card = cards_.erase(card);
        }
    }
}

void CardFlow::reveal(const QString& key) {
    const auto place = std::find_if(places_.begin(), places_.end(), [&](const Place& one) { return one.key == key; });
    if (place == places_.end()) return;
    verticalScrollBar()->setValue(std::max(0, place->rect.top() - kFlowGap));
    makeVisible();
}

void CardFlow::resizeEvent(QResizeEvent*) { arrange(); }

void CardFlow::scrollContentsBy(int dx, int dy) {
    QScrollArea::scrollContentsBy(dx, dy);
    makeVisible();
}

void CardFlow::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    arrange();
}

}  // namespace tl
