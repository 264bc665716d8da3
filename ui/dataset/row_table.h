// A data set of numbers: its columns with their statistics above, its rows below. Rows are read as they come into
// sight; the selected one is the current item. What was scaled is shown as it was before, and after it in the tooltip.
#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "engine/data/statistics.h"
#include "ui/dataset/item_filter.h"

class QMenu;
class QTableView;

namespace tl {

class SectionLabel;
struct PickedItems;

class RowTable : public QWidget {
    Q_OBJECT
public:
    explicit RowTable(QWidget* parent = nullptr);
    // train, validation, test; null where there is none. And the order that is wanted of their items.
    void setSources(std::array<std::shared_ptr<const Source>, 3> sources, const RowOrder& order = {});
    void setItems(std::vector<qint64> items);                   // item keys, in order
    void setPicked(std::shared_ptr<const PickedItems> picked);  // two more columns: what rows were taken for
    void setStatistics(const SourceStatistics* statistics);
    void setCurrentItem(qint64 item);  // no signal; -1 = none
    qint64 count() const;
    RowOrder order() const;  // that is wanted of the items; by the headings, until other sources or another list come
    void clearOrder();       // as they come; no signal
    void offerOrders(QMenu& menu, const QPoint& at);  // at: of the menu, on the screen

signals:
    void currentChanged(qint64 item);  // by the person
    void orderChanged();               // likewise

private:
    void setOrder(const RowOrder& order);
    void sortBy(int section);
    class Rows;
    class Columns;
    Rows* rows_;
    Columns* columns_;
    QTableView *rowView_, *columnView_;
    SectionLabel *rowTitle_, *columnTitle_;
    RowOrder shownOrder_;
    bool quiet_ = false, toTop_ = false;
};

// What is true of an item: its class or its number; empty: neither.
QString labelText(const Source& source, int64_t index);
// A row's number as it was before scaling.
QString unscaledText(const Source& source, int64_t index, int64_t column);
// For the tooltip: as training sees it; empty where that is the same.
QString scaledTip(const Source& source, int64_t index, int64_t column);
// A column's mean; what is left of it by rounding, where the column was scaled to a mean of 0, is 0.
double shownMean(const ColumnStatistics& column);

}  // namespace tl
