// Hundreds of cards in groups that scroll and fold, as many abreast as fit; one may be set over the full width. Where
// all of them are in sight and room is left, they are up to twice as high. Only the cards in sight, and those of a
// screen around it, exist: the former are made when they are scrolled to, the latter by and by.
#pragma once

#include <QHash>
#include <QSet>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <utility>
#include <vector>

#include "widgets/controls/card_groups.h"

namespace tl {

class CardFlow : public CardGroups {
    Q_OBJECT
public:
    struct Group {
        QString title;  // empty: its cards stand without a caption
        QStringList keys;
    };
    explicit CardFlow(QWidget* parent = nullptr);
    // Makes the card of a key; the flow owns it and deletes it when it is far out of sight.
    void setFactory(std::function<QWidget*(const QString& key)> make) { make_ = std::move(make); }
    void setCardSize(int leastWidth, int height);
    // What is there, in order. Cards whose keys stay are kept.
    void setGroups(const std::vector<Group>& groups);
    void clear();  // and makes every card anew

    QWidget* card(const QString& key) const { return cards_.value(key); }  // null: not in sight
    QList<QWidget*> cards() const { return cards_.values(); }
    QStringList keys() const;
    void setExpanded(const QString& key, bool on);
    bool expanded(const QString& key) const { return expanded_.contains(key); }
    void reveal(const QString& key);  // scrolls to it and makes it

private:
    struct Place {
        QString key;  // empty: a group's caption
        QString group;
        QRect rect;
        qsizetype cards = 0;  // in the group
    };
    struct Extent {
        int high, rows;
    };
    void arrange() override;
    Extent place(int cardHeight);
    void makeVisible(bool around = false);  // some of those around it, too
    QWidget* make(const Place& place);
    void resizeEvent(QResizeEvent*) override;
    void scrollContentsBy(int dx, int dy) override;
    void showEvent(QShowEvent*) override;

    std::function<QWidget*(const QString&)> make_;
    std::vector<Group> groups_;
    std::vector<Place> places_;
    QHash<QString, QWidget*> cards_;
    QTimer around_;
    QSet<QString> expanded_;
    int leastWidth_ = 300, height_ = 300;
};

}  // namespace tl
