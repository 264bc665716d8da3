// Places are worked out for all at once, which is cheap; cards and captions are made from the places that meet the
// view.
#include "widgets/controls/card_flow.h"

#include <QElapsedTimer>
#include <QScrollBar>
#include <QToolButton>
#include <algorithm>

namespace tl {

static constexpr int kFlowMargin = 14, kFlowGap = 12, kTall = 460;
static constexpr int kTurnMs = 4;  // for cards that are not in sight yet

CardFlow::CardFlow(QWidget* parent) : CardGroups(parent) {
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

QWidget* CardFlow::make(const Place& place) {
    if (place.key.isEmpty()) return &caption(place.group, place.cards);
    QWidget* card = make_(place.key);
    if (!card) return nullptr;
    card->setParent(&page());
    return cards_[place.key] = card;
}

void CardFlow::arrange() {
    Extent extent = place(height_);
    const int spare = viewport()->height() - extent.high;
    if (spare > 0 && extent.rows > 0 && isVisible())
        extent = place(std::min(2 * height_, height_ + spare / extent.rows));
    page().resize(viewport()->width(), std::max(extent.high, 1));
    makeVisible();
}

CardFlow::Extent CardFlow::place(int cardHeight) {
    const int width = std::max(viewport()->width() - 2 * kFlowMargin, 60);
    const int columns = std::max(1, (width + kFlowGap) / (leastWidth_ + kFlowGap));
    places_.clear();
    int y = 2, rows = 0;
    for (const Group& group : groups_) {
        if (!group.title.isEmpty()) {
            places_.push_back({{}, group.title, QRect(kFlowMargin - 4, y, width, captionHeight()), group.keys.size()});
            y += captionHeight() + 4;
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
    QSet<QString> cards, titles;
    QWidget* before = nullptr;
    bool made = false, more = false;
    for (const Place& place : places_) {
        const bool titled = place.key.isEmpty();
        const auto meets = [&](int margin) {
            return place.rect.bottom() >= top - margin && place.rect.top() <= top + high + margin;
        };
        // One that has the keyboard stays, wherever it is.
        QWidget* widget = titled ? captions().value(place.group) : cards_.value(place.key);
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
        if (titled) rect.setWidth(std::min(rect.width(), caption(place.group, place.cards).sizeHint().width()));
        (titled ? titles : cards).insert(titled ? place.group : place.key);
        widget->setGeometry(rect);
        widget->show();
        if (titled) continue;
        if (before) QWidget::setTabOrder(before, widget);
        before = widget;
    }
    if (more) around_.start(0);
    for (auto caption = captions().begin(); caption != captions().end(); ++caption)
        if (!titles.contains(caption.key())) caption.value()->hide();
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
