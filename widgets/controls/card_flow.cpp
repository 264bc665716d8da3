// Places are worked out for all at once, which is cheap; cards and captions are made from the places that meet the
// view.
#include "widgets/controls/card_flow.h"

#include <QElapsedTimer>
#include <QScrollBar>
#include <QToolButton>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kFlowMargin = 14, kFlowGap = 12, kFlowCaption = 30, kTall = 460;
static constexpr int kTurnMs = 4;  // for cards that are not in sight yet

CardFlow::CardFlow(QWidget* parent) : QScrollArea(parent), page_(new QWidget) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidget(page_);
    viewport()->setAutoFillBackground(false);
    page_->setAutoFillBackground(false);
    verticalScrollBar()->setSingleStep(40);
    around_.setSingleShot(true);
    connect(&around_, &QTimer::timeout, this, [this] { makeVisible(true); });
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
    mark(group);
    arrange();
}

void CardFlow::mark(const QString& group) {
    QToolButton* button = captions_.value(group);
    if (!button) return;
    button->setIcon(
        Theme::instance().icon(folded(group) ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down")));
    button->setAccessibleName(folded(group) ? tr("%1, folded").arg(group) : group);
}

QWidget* CardFlow::make(const Place& place) {
    if (!place.key.isEmpty()) {
        QWidget* card = make_(place.key);
        if (!card) return nullptr;
        card->setParent(page_);
        return cards_[place.key] = card;
    }
    auto* button = captions_[place.group] = new QToolButton(page_);
    button->setObjectName(QStringLiteral("group.") + place.group);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize(Theme::instance().square(12));
    connect(button, &QToolButton::clicked, this, [this, title = place.group] {
        setFolded(title, !folded(title));
        emit layoutChanged();
    });
    mark(place.group);
    return button;
}

void CardFlow::arrange() {
    Extent extent = place(height_);
    const int spare = viewport()->height() - extent.high;
    if (spare > 0 && extent.rows > 0 && isVisible())
        extent = place(std::min(2 * height_, height_ + spare / extent.rows));
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
            places_.push_back({{}, group.title, QRect(kFlowMargin - 4, y, width, kFlowCaption - 4), group.keys.size()});
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

void CardFlow::makeVisible(bool around) {
    if (!make_ || !isVisible()) return;
    QElapsedTimer clock;
    clock.start();
    const int top = verticalScrollBar()->value(), high = viewport()->height();
    const QWidget* keyboard = QWidget::focusWidget();
    QSet<QString> cards, captions;
    QWidget* before = nullptr;
    bool made = false, more = false;
    for (const Place& place : places_) {
        const bool titled = place.key.isEmpty();
        const auto meets = [&](int margin) {
            return place.rect.bottom() >= top - margin && place.rect.top() <= top + high + margin;
        };
        // One that has the keyboard stays, wherever it is.
        QWidget* widget = titled ? captions_.value(place.group) : cards_.value(place.key);
        const bool held = widget && keyboard && (widget == keyboard || widget->isAncestorOf(keyboard));
        if (!meets(high) && !held) continue;
        if (!widget) {
            if (!meets(0) && (!around || (made && clock.elapsed() >= kTurnMs))) {
                more = true;
                continue;
            }
            widget = make(place);
            if (!widget) continue;
            made = true;
        }
        QRect rect = place.rect;
        if (titled) {
            auto* button = static_cast<QToolButton*>(widget);
            button->setText(QStringLiteral("%1  %2").arg(place.group, QString::number(place.cards)));
            rect.setWidth(std::min(rect.width(), button->sizeHint().width()));
        }
        (titled ? captions : cards).insert(titled ? place.group : place.key);
        widget->setGeometry(rect);
        widget->show();
        if (titled) continue;
        if (before) QWidget::setTabOrder(before, widget);
        before = widget;
    }
    if (more) around_.start(0);
    for (auto caption = captions_.begin(); caption != captions_.end(); ++caption)
        if (!captions.contains(caption.key())) caption.value()->hide();
    for (auto card = cards_.begin(); card != cards_.end();) {
        if (cards.contains(card.key())) {
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
