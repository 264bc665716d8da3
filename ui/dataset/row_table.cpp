// Two models over engine values; nothing is copied but what is painted. They have no Q_OBJECT, so their texts ask the
// table's translations.
#include "ui/dataset/row_table.h"

#include <QAbstractTableModel>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QMenu>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/dataset/item_key.h"
#include "ui/models/item_title.h"
#include "ui/models/picked_items.h"
#include "ui/models/text.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/quiet_table.h"
#include "widgets/controls/search_menu.h"
#include "widgets/theme/theme.h"

namespace tl {

QString labelText(const Source& source, int64_t index) {
    if (source.hasTargets()) return writtenText(source.target(index));
    return classTitle(source, source.label(index));
}

QString unscaledText(const Source& source, int64_t index, int64_t column) {
    const float* before = source.unscaledRow(index);
    return writtenText((before ? before : source.row(index))[column]);
}

QString scaledTip(const Source& source, int64_t index, int64_t column) {
    if (!source.unscaledRow(index)) return {};
    return RowTable::tr("%1 after scaling").arg(numberText(static_cast<double>(source.row(index)[column])));
}

double shownMean(const ColumnStatistics& column) {
    return std::abs(column.mean) < 1e-6 * column.deviation ? 0 : column.mean;
}

namespace {

// Of the leading columns; of numbers comes what follows them.
constexpr RowOrder::Key kLeading[] = {RowOrder::Name, RowOrder::Label, RowOrder::Taken, RowOrder::Score};

QString columnName(const Source& source, int column) {
    const auto& names = source.columnNames();
    return static_cast<size_t>(column) < names.size() ? QString::fromStdString(names[static_cast<size_t>(column)])
                                                      : QString::number(column);
}

QTableView* makeView(const char* name, const QString& accessible, QAbstractItemModel* model) {
    auto* view = new QTableView;
    view->setObjectName(QLatin1String(name));
    view->setAccessibleName(accessible);
    view->setModel(model);
    view->setFrameShape(QFrame::NoFrame);
    makeQuiet(*view);
    view->setWordWrap(false);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(Theme::kTableRow));
    view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view->horizontalHeader()->setDefaultSectionSize(Theme::instance().scaled(96));
    view->horizontalHeader()->setTextElideMode(Qt::ElideMiddle);  // "colour=blue": both ends tell
    return view;
}

QWidget* titled(SectionLabel* title, QWidget* view) {
    auto* part = new QWidget;
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(14, 6, 14, 0);
    column->setSpacing(4);
    column->addWidget(title);
    column->addWidget(view, 1);
    return part;
}

}  // namespace

// Item, label, where somebody asked what they were taken for that and its score, then one column each.
class RowTable::Rows : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;
    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(std::min<size_t>(items.size(), INT32_MAX));
    }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() || !sources[0] ? 0 : lead() + shown();
    }
    int lead() const { return picked ? 4 : 2; }
    int shown() const { return static_cast<int>(std::min<int64_t>(sources[0]->sampleShape().elements(), 1000)); }
    QVariant data(const QModelIndex& index, int role) const override {
        if (role == Qt::TextAlignmentRole) return QVariant::fromValue(alignment(index.column()));
        // A title may be longer than its column.
        const bool tip = role == Qt::ToolTipRole && (index.column() == 0 || index.column() >= lead());
        if (role != Qt::DisplayRole && !tip) return {};
        const qint64 key = items[static_cast<size_t>(index.row())];
        const auto& source = sources[static_cast<size_t>(splitOf(key))];
        if (!source || indexOf(key) >= source->size()) return {};
        const QString split = splitName(splitOf(key));
        if (index.column() == 0) {
            const QString title = itemTitle(*source, split, indexOf(key));
            return tip ? plainTip(title) : title;
        }
        if (index.column() == 1) return labelText(*source, indexOf(key));
        if (picked && index.column() == 2) return picked->taken(*source, split, indexOf(key));
        if (picked && index.column() == 3) return picked->score(split, indexOf(key));
        return (tip ? scaledTip : unscaledText)(*source, indexOf(key), index.column() - lead());
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal || !sources[0]) return {};
        if (role == Qt::TextAlignmentRole) return QVariant::fromValue(alignment(section));
        if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
        const bool numbers = picked && picked->predictions.numbers();
        const QString leading[] = {RowTable::tr("row"), RowTable::tr("label"),
                                   numbers ? RowTable::tr("predicted") : RowTable::tr("taken for"),
                                   numbers ? RowTable::tr("off by") : RowTable::tr("score")};
        const QString title = section < lead() ? leading[section] : columnName(*sources[0], section - lead());
        return role == Qt::ToolTipRole ? plainTip(title) : title;
    }
    void reset(const std::function<void()>& change) {
        beginResetModel();
        change();
        endResetModel();
    }

    std::array<std::shared_ptr<const Source>, 3> sources;
    std::vector<qint64> items;
    std::shared_ptr<const PickedItems> picked;

private:
    // Numbers end below each other; a label, and what a row was taken for, may be words.
    Qt::Alignment alignment(int column) const {
        const bool words = column == 0 || (column == 1 && !sources[0]->hasTargets()) ||
                           (column == 2 && picked && !picked->predictions.numbers());
        return Qt::AlignVCenter | (words ? Qt::AlignLeft : Qt::AlignRight);
    }
};

class RowTable::Columns : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;
    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(columns.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : 8; }
    QVariant data(const QModelIndex& index, int role) const override {
        if (role == Qt::TextAlignmentRole)
            return QVariant::fromValue(Qt::AlignVCenter | (index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight));
        const auto row = static_cast<size_t>(index.row());
        const bool scaled = row < unscaled.size();
        if (role == Qt::DisplayRole) return text(scaled ? unscaled[row] : columns[row], index.column());
        if (role == Qt::ToolTipRole && scaled && index.column() > 0)
            return RowTable::tr("%1 after scaling").arg(text(columns[row], index.column()));
        return {};
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal) return {};
        if (role == Qt::TextAlignmentRole)
            return QVariant::fromValue(Qt::AlignVCenter | (section == 0 ? Qt::AlignLeft : Qt::AlignRight));
        if (role != Qt::DisplayRole) return {};
        const QString names[] = {RowTable::tr("column"), RowTable::tr("mean"), RowTable::tr("deviation"),
                                 RowTable::tr("least"),  RowTable::tr("25 %"), RowTable::tr("median"),
                                 RowTable::tr("75 %"),   RowTable::tr("most")};
        return names[section];
    }
    void set(std::vector<ColumnStatistics> given, std::vector<ColumnStatistics> before) {
        beginResetModel();
        columns = std::move(given);
        unscaled = std::move(before);
        endResetModel();
    }

    std::vector<ColumnStatistics> columns, unscaled;

private:
    static QString text(const ColumnStatistics& c, int column) {
        switch (column) {
        case 0: return QString::fromStdString(c.name);
        case 1: return numberText(shownMean(c));
        case 2: return numberText(c.deviation);
        case 3: return writtenText(static_cast<float>(c.minimum));  // one of the column's numbers
        case 7: return writtenText(static_cast<float>(c.maximum));
        default: return numberText(c.quantiles[static_cast<size_t>(column - 3)]);
        }
    }
};

RowTable::RowTable(QWidget* parent) : QWidget(parent), rows_(new Rows(this)), columns_(new Columns(this)) {
    setObjectName(QStringLiteral("rowTable"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* split = new QSplitter(Qt::Vertical);
    split->setChildrenCollapsible(false);
    layout->addWidget(split);
    columnView_ = makeView("columnStatistics", tr("Columns of the training rows"), columns_);
    columnView_->horizontalHeader()->resizeSection(0, Theme::instance().scaled(200));
    rowView_ = makeView("dataRows", tr("Rows"), rows_);
    QHeaderView* headings = rowView_->horizontalHeader();
    headings->setSortIndicatorShown(true);
    headings->setDefaultSectionSize(Theme::instance().scaled(108));  // and an arrow
    headings->setSortIndicatorClearable(true);
    headings->setSortIndicator(-1, Qt::AscendingOrder);
    connect(headings, &QHeaderView::sortIndicatorChanged, this, [this] {
        if (!quiet_) emit orderChanged();
    });
    split->addWidget(titled(columnTitle_ = new SectionLabel(QString()), columnView_));
    split->addWidget(titled(rowTitle_ = new SectionLabel(QString()), rowView_));
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 3);
    // Not the current row: a table without one makes its first current, unselected, as the keyboard comes.
    connect(rowView_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection& now) {
                if (!quiet_ && !now.isEmpty())
                    emit currentChanged(rows_->items[static_cast<size_t>(now.front().top())]);
            });
}

RowOrder RowTable::order() const {
    const QHeaderView* headings = rowView_->horizontalHeader();
    const int section = headings->sortIndicatorSection(), lead = rows_->lead();
    if (section < 0 || section >= rows_->columnCount()) return {};
    return {section < lead ? kLeading[section] : RowOrder::Number, std::max(0, section - lead),
            headings->sortIndicatorOrder() == Qt::DescendingOrder};
}

void RowTable::clearOrder() { setOrder({}); }

void RowTable::setOrder(const RowOrder& order) {
    const auto leading = std::ranges::find(kLeading, order.key) - std::begin(kLeading);
    const bool number = order.key == RowOrder::Number;
    const auto section = number ? rows_->lead() + order.number : leading;
    quiet_ = true;
    rowView_->horizontalHeader()->setSortIndicator(
        section < (number ? rows_->columnCount() : rows_->lead()) ? static_cast<int>(section) : -1,
        order.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    quiet_ = false;
}

// What a click on a heading does, for the keyboard; another time the other way round.
void RowTable::sortBy(int section) {
    QHeaderView* headings = rowView_->horizontalHeader();
    const bool again = section >= 0 && section == headings->sortIndicatorSection() &&
                       headings->sortIndicatorOrder() == Qt::AscendingOrder;
    headings->setSortIndicator(section, again ? Qt::DescendingOrder : Qt::AscendingOrder);
}

// More columns than a menu shows at once are searched.
void RowTable::offerOrders(QMenu& menu, const QPoint& at) {
    constexpr int kMost = 30;
    QStringList titles{tr("nothing, as they come")};
    for (int section = 0; section < rows_->columnCount(); ++section)
        titles << rows_->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
    if (titles.size() > kMost) {
        menu.addAction(tr("Sort rows by…"), this, [this, titles, at] {
            auto* search = new SearchMenu(tr("Column"), this);
            for (const QString& title : titles) search->addEntry({}, title, {});
            connect(search, &SearchMenu::chosen, this, [this](int entry) { sortBy(entry - 1); });
            search->open(*this, QRect(mapFromGlobal(at), QSize(0, 0)));
        });
        return;
    }
    QMenu* orders = menu.addMenu(tr("Sort rows by"));
    for (int entry = 0; entry < titles.size(); ++entry) {
        QAction* action = orders->addAction(QString(titles[entry]).replace(QLatin1Char('&'), QLatin1String("&&")), this,
                                            [this, entry] { sortBy(entry - 1); });
        action->setCheckable(true);
        action->setChecked(entry - 1 == rowView_->horizontalHeader()->sortIndicatorSection());
    }
}

qint64 RowTable::count() const { return static_cast<qint64>(rows_->items.size()); }

void RowTable::setSources(std::array<std::shared_ptr<const Source>, 3> sources, const RowOrder& order) {
    const bool scaled = sources[0] && sources[0]->size() > 0 && sources[0]->unscaledRow(0);
    columnTitle_->setText(scaled ? tr("Columns · training rows · before scaling") : tr("Columns · training rows"));
    rowTitle_->setText(scaled ? tr("Rows · before scaling") : tr("Rows"));
    clearOrder();
    rows_->reset([&] {
        rows_->sources = std::move(sources);
        rows_->items.clear();
    });
    setOrder(order);
    shownOrder_ = order;
    columns_->set({}, {});
    rowView_->horizontalHeader()->resizeSection(0, Theme::instance().scaled(168));
}

void RowTable::setItems(std::vector<qint64> items) {
    const RowOrder now = order();
    toTop_ = now != shownOrder_;
    shownOrder_ = now;
    rows_->reset([&] { rows_->items = std::move(items); });
}

void RowTable::setPicked(std::shared_ptr<const PickedItems> picked) {
    clearOrder();  // a list comes in its own
    rows_->reset([&] { rows_->picked = std::move(picked); });
}

void RowTable::setStatistics(const SourceStatistics* statistics) {
    statistics ? columns_->set(statistics->columns, statistics->unscaled) : columns_->set({}, {});
}

void RowTable::setCurrentItem(qint64 item) {
    const auto found = std::find(rows_->items.begin(), rows_->items.end(), item);
    quiet_ = true;
    if (found == rows_->items.end())
        rowView_->selectionModel()->clear();
    else if (const int row = static_cast<int>(found - rows_->items.begin());
             !rowView_->selectionModel()->isRowSelected(row))
        rowView_->selectRow(row);
    quiet_ = false;
    // Who sorts wants the first rows, not the chosen one, which may be anywhere now.
    if (std::exchange(toTop_, false)) rowView_->scrollToTop();
}

}  // namespace tl
