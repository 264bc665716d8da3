// Which items of a data set are shown: all that the job needs which looks for them, as a value.
#pragma once

#include <QString>
#include <array>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/data/source.h"
#include "engine/data/statistics.h"
#include "ui/models/picked_items.h"
#include "ui/models/selection.h"

namespace tl {

// By what stands in a column of the rows' table.
struct RowOrder {
    enum Key { AsTheyCome, Name, Label, Taken, Score, Number };
    Key key = AsTheyCome;
    int64_t number = 0;  // which one of a row's
    bool descending = false;
    friend bool operator==(const RowOrder&, const RowOrder&) = default;
};

struct ItemFilter {
    std::array<std::shared_ptr<const Source>, 3> sources;  // null: not wanted
    int label = -1;
    QString text;  // lower case
    DataSubset subset = DataSubset::All;
    std::shared_ptr<const SourceStatistics> statistics;
    std::shared_ptr<const std::vector<Leak>> leaks;
    std::shared_ptr<const PickedItems> picked;
    bool byLabel = false;  // and then as they were picked
    RowOrder order;        // and then as they come
};

// Keys, in order. Asks the source for each name where there is a text: a million of them perhaps.
std::vector<qint64> matching(const ItemFilter& filter, std::stop_token stop);

}  // namespace tl
