// See the header.
#include "ui/dataset/item_filter.h"

#include <algorithm>

#include "ui/dataset/item_key.h"

namespace tl {
namespace {

// What the subset holds, whatever else is asked for: groups of equal items, leaks with the training items they are, or
// what was picked, in the order that is wanted.
std::vector<qint64> keysOf(const ItemFilter& filter) {
    std::vector<qint64> keys;
    if (filter.subset == DataSubset::Repeated && filter.statistics)
        for (const auto& group : filter.statistics->duplicates)
            for (const int64_t item : group) keys.push_back(itemKey(0, item));
    if (filter.subset == DataSubset::Leaks && filter.leaks)
        for (const Leak& leak : *filter.leaks) {
            keys.push_back(itemKey(splitIndex(QString::fromStdString(leak.split)), leak.item));
            keys.push_back(itemKey(0, leak.trainItem));
        }
    if (filter.subset == DataSubset::Picked && filter.picked) {
        const int split = splitIndex(filter.picked->split);
        for (const int64_t item : filter.picked->items) keys.push_back(itemKey(split, item));
        if (const auto& source = filter.sources[static_cast<size_t>(split)]; source && filter.byLabel)
            std::ranges::stable_sort(keys, {}, [&](qint64 key) { return source->target(indexOf(key)); });
    }
    return keys;
}

}  // namespace

std::vector<qint64> matching(const ItemFilter& filter, std::stop_token stop) {
    std::array<std::vector<bool>, 3> classFits;
    for (size_t split = 0; split < 3; ++split)
        if (filter.sources[split])
            for (const auto& name : filter.sources[split]->classNames())
                classFits[split].push_back(QString::fromStdString(name).toLower().contains(filter.text));
    const auto fits = [&](int split, qint64 i) {
        const auto& source = filter.sources[static_cast<size_t>(split)];
        if (!source) return false;
        const int label = source->label(i);
        if (filter.label >= 0 && label != filter.label) return false;
        const auto& names = classFits[static_cast<size_t>(split)];
        return filter.text.isEmpty() ||
               (label >= 0 && label < static_cast<int>(names.size()) && names[static_cast<size_t>(label)]) ||
               QString::fromStdString(source->itemName(i)).toLower().contains(filter.text);
    };
    std::vector<qint64> items;
    if (filter.subset != DataSubset::All) {
        for (const qint64 key : keysOf(filter)) {
            if ((items.size() & 4095) == 0 && stop.stop_requested()) return {};
            if (fits(splitOf(key), indexOf(key))) items.push_back(key);
        }
        return items;
    }
    for (int split = 0; split < 3; ++split) {
        const auto& source = filter.sources[static_cast<size_t>(split)];
        for (qint64 i = 0; source && i < source->size(); ++i) {
            if ((i & 4095) == 0 && stop.stop_requested()) return {};
            if (fits(split, i)) items.push_back(itemKey(split, i));
        }
    }
    return items;
}

}  // namespace tl
