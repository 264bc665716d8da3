// Two short lists; the settings hold them in the words of the command line.
#include "ui/models/watch_list.h"

#include <QSettings>
#include <QStringList>
#include <algorithm>

#include "engine/core/error.h"

namespace tl {
namespace {

constexpr const char *kAdded = "watches/added", *kRemoved = "watches/removed", *kLimit = "watches/share";

auto same(const Watch& watch) {
    return [&watch](const Watch& other) { return other.sameValues(watch); };
}

QStringList words(const std::vector<Watch>& watches) {
    QStringList list;
    for (const Watch& watch : watches) list << QString::fromStdString(toText(watch));
    return list;
}

std::vector<Watch> watches(const QStringList& list) {
    std::vector<Watch> found;
    for (const QString& text : list) try {
            found.push_back(watchFrom(text.toStdString()));
        } catch (const Error&) {
            // Written by a later program.
        }
    return found;
}

}  // namespace

void WatchList::keepIn(QSettings& store) {
    store_ = &store;
    added_ = watches(store.value(QLatin1String(kAdded)).toStringList());
    removed_ = watches(store.value(QLatin1String(kRemoved)).toStringList());
    limit_ = std::clamp(store.value(QLatin1String(kLimit), 0.02).toDouble(), 0.0, 1.0);
    emit changed();
}

void WatchList::keep() {
    if (store_) {
        store_->setValue(QLatin1String(kAdded), words(added_));
        store_->setValue(QLatin1String(kRemoved), words(removed_));
        store_->setValue(QLatin1String(kLimit), limit_);
    }
    emit changed();
}

void WatchList::add(const Watch& watch) {
    std::erase_if(removed_, same(watch));
    std::erase_if(added_, same(watch));
    const std::vector<Watch> defaults = everyRunsWatches();
    if (std::ranges::find(defaults, watch) == defaults.end()) added_.push_back(watch);
    keep();
    emit asked({.kind = RunRequest::Kind::Watch, .watch = watch});
}

void WatchList::remove(const Watch& watch) {
    std::erase_if(added_, same(watch));
    std::erase_if(lent_, same(watch));
    if (std::ranges::any_of(everyRunsWatches(), same(watch))) removed_.push_back(watch);
    keep();
    emit asked({.kind = RunRequest::Kind::Unwatch, .watch = watch});
}

void WatchList::lend(const Watch& watch) {
    const std::vector<Watch> before = planned();
    lent_.push_back(watch);
    if (std::ranges::any_of(before, same(watch))) return;  // it is watched already
    emit asked({.kind = RunRequest::Kind::Watch, .watch = watch});
    emit changed();
}

void WatchList::takeBack(const Watch& watch) {
    if (std::erase_if(lent_, same(watch)) == 0 || std::ranges::any_of(planned(), same(watch))) return;
    emit asked({.kind = RunRequest::Kind::Unwatch, .watch = watch});
    emit changed();
}

void WatchList::setLimit(double share) {
    if (share == limit_) return;
    limit_ = share;
    keep();
    emit asked({.kind = RunRequest::Kind::WatchLimit, .watchLimit = share});
}

std::vector<Watch> WatchList::planned() const {
    std::vector<Watch> all;
    for (const Watch& watch : everyRunsWatches())
        if (std::ranges::none_of(removed_, same(watch)) && std::ranges::none_of(added_, same(watch)))
            all.push_back(watch);
    all.insert(all.end(), added_.begin(), added_.end());
    for (const Watch& watch : lent_)
        if (std::ranges::none_of(all, same(watch))) all.push_back(watch);
    return all;
}

bool WatchList::holds(const Watch& watch) const { return std::ranges::any_of(planned(), same(watch)); }

std::function<void(SessionOptions&)> WatchList::forSession() const {
    std::vector<Watch> watches = added_;
    watches.insert(watches.end(), lent_.begin(), lent_.end());
    return [watches, removed = removed_, limit = limit_](SessionOptions& options) {
        options.watches = watches;
        options.unwatched = removed;
        options.watchLimit = limit;
        options.defaultWatches = true;
    };
}

}  // namespace tl
