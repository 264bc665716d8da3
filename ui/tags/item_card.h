// A card of one item: of what a run logged under a tag, that which stands at the step that is looked at.
#pragma once

#include <type_traits>
#include <utility>

#include "ui/models/workbench.h"
#include "ui/tags/tag_card.h"

namespace tl {

class ItemCard : public TagCard {
public:
    using TagCard::TagCard;

protected:
    // Reads the item of the step where it is another than the one that is shown: read(const EventRun&, const
    // EventItem&) on the reader's thread, then show(what it gave, the item's step) here, or fail(a sentence instead of
    // it): the next refresh reads it again. `kind` keeps loads of two cards apart.
    template <typename Read, typename Show, typename Fail>
    void loadItem(const QString& kind, Read read, Show show, Fail fail) {
        const EventSeries* shown = series();
        const qsizetype item = shown ? shown->at(bench().step.upTo()) : -1;
        if (item < 0 || (item == item_ && shown->generation == generation_)) return;
        item_ = item;
        generation_ = shown->generation;
        const EventItem where = shown->items[static_cast<size_t>(item)];
        using Result = std::invoke_result_t<Read, const EventRun&, const EventItem&>;
        bench().reader.load(
            this, kind + QLatin1Char('/') + key(), *shown,
            [read = std::move(read), where](const EventRun& run) { return read(run, where); },
            [this, item, show = std::move(show), step = where.step](Result result) {
                if (item == item_) show(std::move(result), step);
            },
            [this, item, fail = std::move(fail)](const QString& why) {
                if (item != item_) return;
                item_ = -1;
                setNote({});
                fail(unread(why));
            });
    }

private:
    qsizetype item_ = -1;
    int generation_ = -1;
};

}  // namespace tl
