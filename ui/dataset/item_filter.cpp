// See the header.
#include "ui/dataset/item_filter.h"

#include <QCollator>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

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

// Where each class's name stands among all, as people sort names: "class 2" before "class 10".
std::vector<double> placesOf(const std::vector<std::string>& names) {
    QCollator letters;
    letters.setNumericMode(true);
    std::vector<size_t> order(names.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return letters.compare(QString::fromStdString(names[a]), QString::fromStdString(names[b])) < 0;
    });
    std::vector<double> places(names.size());
    for (size_t i = 0; i < order.size(); ++i) places[order[i]] = static_cast<double>(i);
    return places;
}

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// What an item is sorted by, or kNothing.
double worthOf(const ItemFilter& filter, const std::vector<double>& classes, qint64 key) {
    const Source& source = *filter.sources[static_cast<size_t>(splitOf(key))];
    const int64_t index = indexOf(key);
    const auto ofClass = [&](int label) {
        return label >= 0 && static_cast<size_t>(label) < classes.size() ? classes[static_cast<size_t>(label)]
                                                                         : kNothing;
    };
    const auto at = static_cast<size_t>(index);
    const bool taken = filter.picked && filter.picked->knows(splitName(splitOf(key)), index);
    switch (filter.order.key) {
    case RowOrder::AsTheyCome: break;
    case RowOrder::Name: return static_cast<double>(key);
    case RowOrder::Label:
        return source.hasTargets() ? static_cast<double>(source.target(index)) : ofClass(source.label(index));
    case RowOrder::Taken:
        if (!taken) return kNothing;
        return filter.picked->predictions.numbers() ? static_cast<double>(filter.picked->predictions.scores[at])
                                                    : ofClass(filter.picked->predictions.classes[at]);
    case RowOrder::Score:
        if (!taken) return kNothing;
        return static_cast<double>(filter.picked->predictions.scores[at]) -
               (filter.picked->predictions.numbers() ? static_cast<double>(filter.picked->predictions.targets[at]) : 0);
    case RowOrder::Number: {  // as it is shown: some that differ do so no more once they are scaled
        const float* before = source.unscaledRow(index);
        return static_cast<double>((before ? before : source.row(index))[filter.order.number]);
    }
    }
    return kNothing;
}

// What has nothing to be sorted by comes last, whichever way.
void sortItems(std::vector<qint64>& items, const ItemFilter& filter, const std::stop_token& stop) {
    std::vector<double> classes;
    for (const auto& source : filter.sources)
        if (source && classes.empty()) classes = placesOf(source->classNames());
    struct Sorted {
        double worth;
        qint64 key;
    };
    std::vector<Sorted> sorted;
    sorted.reserve(items.size());
    for (const qint64 key : items) {
        if ((sorted.size() & 4095) == 0 && stop.stop_requested()) return;
        sorted.push_back({worthOf(filter, classes, key), key});
    }
    std::stable_sort(sorted.begin(), sorted.end(), [down = filter.order.descending](const Sorted& a, const Sorted& b) {
        if (std::isnan(a.worth) || std::isnan(b.worth)) return !std::isnan(a.worth) && std::isnan(b.worth);
        return down ? a.worth > b.worth : a.worth < b.worth;
    });
    std::transform(sorted.begin(), sorted.end(), items.begin(), [](const Sorted& each) { return each.key; });
}

std::vector<qint64> chosen(const ItemFilter& filter, const std::stop_token& stop) {
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

}  // namespace

std::vector<qint64> matching(const ItemFilter& filter, std::stop_token stop) {
    std::vector<qint64> items = chosen(filter, stop);
    if (filter.order.key != RowOrder::AsTheyCome) sortItems(items, filter, stop);
    return items;
}

}  // namespace tl
