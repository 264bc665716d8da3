// See the header. Tables hold texts made once a view; sorting goes by numbers behind them. A row is known by the words
// before its numbers.
#include "ui/graph/plan_panel.h"

#include <QAbstractTableModel>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <utility>

#include "ui/graph/graph_pictures.h"
#include "ui/models/op_graph_model.h"
#include "ui/models/text.h"
#include "widgets/controls/controls.h"
#include "widgets/controls/quiet_table.h"
#include "widgets/graph/memory_map.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace plan {

constexpr int kSortRole = Qt::UserRole, kPickRole = Qt::UserRole + 1, kKeyRole = Qt::UserRole + 2;

// Rows of texts, numbers at the right in a font of one width.
class TextTable : public QAbstractTableModel {
public:
    struct Cell {
        QString text;
        QVariant sort;
        bool operator==(const Cell&) const = default;
    };
    struct Row {
        QVector<Cell> cells;
        GraphPick pick;
        bool operator==(const Row&) const = default;
    };
    TextTable(QStringList heads, int firstNumber) : heads_(std::move(heads)), firstNumber_(firstNumber) {}
    // Other numbers of the same rows, in the same order.
    bool holds(const QVector<Row>& rows) const {
        const auto key = [this](const Row& row) { return keyOf(row); };
        return std::ranges::equal(rows, rows_, {}, key, key);
    }
    // True: a column may need more room.
    bool setRows(QVector<Row> rows) {
        if (!holds(rows)) {
            beginResetModel();
            rows_ = std::move(rows);
            endResetModel();
            return true;
        }
        rows.swap(rows_);
        int first = -1, last = -1;
        bool more = false;
        for (int row = 0; row < rowCount(); ++row) {
            if (rows[row] == rows_[row]) continue;
            if (first < 0) first = row;
            last = row;
            for (int column = 0; column < columnCount(); ++column)
                more = more || (rows[row].cells[column].text.isEmpty() && !rows_[row].cells[column].text.isEmpty());
        }
        if (first >= 0) emit dataChanged(index(first, 0), index(last, columnCount() - 1));
        return more;
    }
    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(rows_.size()); }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(heads_.size()); }
    QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid()) return {};
        const Row& row = rows_[index.row()];
        const Cell& cell = row.cells[index.column()];
        switch (role) {
        case Qt::DisplayRole: return cell.text;
        case Qt::ToolTipRole: return plainTip(cell.text);
        case kSortRole: return cell.sort.isValid() ? cell.sort : QVariant(cell.text);
        case kPickRole: return row.pick.node;
        case kKeyRole: return keyOf(row);
        case Qt::TextAlignmentRole:
            return int((index.column() >= firstNumber_ ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        case Qt::FontRole:
            return index.column() >= firstNumber_ ? Theme::instance().mono() : Theme::instance().font(12);
        default: return {};
        }
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal) return {};
        if (role == Qt::DisplayRole) return heads_.value(section);
        if (role == Qt::TextAlignmentRole)
            return int((section >= firstNumber_ ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        return {};
    }

private:
    QString keyOf(const Row& row) const {
        QStringList words;
        for (int column = 0; column < firstNumber_; ++column) words << row.cells[column].text;
        return words.join(QLatin1Char('\n'));
    }
    QStringList heads_;
    int firstNumber_;
    QVector<Row> rows_;
};

struct SortedTable {
    TextTable model;
    QSortFilterProxyModel sorted;
    QTableView* view = new QTableView;
    bool quiet = false;  // what changes the current row is no choice of a person's

    SortedTable(const char* name, const QString& title, QStringList heads, int firstNumber, int sortBy)
        : model(std::move(heads), firstNumber) {
        sorted.setSourceModel(&model);
        sorted.setSortRole(kSortRole);
        view->setObjectName(QLatin1String(name));
        view->setAccessibleName(title);
        view->setModel(&sorted);
        makeQuiet(*view);
        view->setSortingEnabled(true);
        view->sortByColumn(sortBy, Qt::DescendingOrder);
        view->setFrameShape(QFrame::NoFrame);
        view->verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(Theme::kTableRow));
        view->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    }
    // Where rows come and go, the one that a person is at stays so, and the upper one of those in sight stays there.
    void fill(QVector<TextTable::Row> rows) {
        const bool same = model.holds(rows);
        const bool before = std::exchange(quiet, true);
        // Where hand or keyboard is, rows stay in their places while their times change.
        sorted.setDynamicSortFilter(!view->hasFocus() && !view->viewport()->underMouse());
        const QModelIndex at = view->currentIndex();
        const bool chosen = view->selectionModel()->isSelected(at);
        const QString current = at.data(kKeyRole).toString();
        const QString top =
            view->verticalScrollBar()->value() > 0 ? view->indexAt({0, 0}).data(kKeyRole).toString() : QString();
        const int column = at.column();
        const bool fit = model.setRows(std::move(rows));
        for (int each = 1; each < model.columnCount() && fit; ++each) {
            view->resizeColumnToContents(each);
            view->setColumnWidth(each, std::clamp(view->columnWidth(each) + 16, 72, 320));
        }
        if (!same) comeBackTo(current, column, chosen, top);
        quiet = before;
    }
    void comeBackTo(const QString& current, int column, bool chosen, const QString& top) {
        if (const int row = rowOf(current); row >= 0)
            view->selectionModel()->setCurrentIndex(
                sorted.index(row, column), chosen ? QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows
                                                  : QItemSelectionModel::NoUpdate);
        if (const int row = rowOf(top); row >= 0) {
            static_cast<QAbstractItemView*>(view)->doItemsLayout();  // or it scrolls among the rows before
            view->scrollTo(sorted.index(row, 0), QAbstractItemView::PositionAtTop);
        }
    }
    // The row of what was picked elsewhere; -1 where it has none.
    void show(int row) {
        const bool before = std::exchange(quiet, true);
        if (row < 0)
            view->clearSelection();
        else
            view->selectionModel()->setCurrentIndex(sorted.index(row, 0),
                                                    QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        quiet = before;
    }
    int rowOf(const QString& key) const {  // -1: there is none
        for (int row = 0; row < sorted.rowCount() && !key.isEmpty(); ++row)
            if (sorted.index(row, 0).data(kKeyRole) == key) return row;
        return -1;
    }
};

}  // namespace plan

using plan::SortedTable, plan::TextTable;

namespace {

QString shareOfStep(double share) { return QStringLiteral("%1 %").arg(100 * share, 0, 'f', 1); }

QVector<TextTable::Row> tensorRows(const GraphView& view) {
    std::vector<int> user(view.tensors.size(), -1);
    for (size_t i = view.nodes.size(); i-- > 0;) {
        for (int tensor : view.nodes[i].inputs) user[at(tensor)] = static_cast<int>(i);
    }
    for (size_t i = 0; i < view.nodes.size(); ++i)
        for (int tensor : view.nodes[i].outputs)
            if (!view.tensors[at(tensor)].weights) user[at(tensor)] = static_cast<int>(i);
    QVector<TextTable::Row> rows;
    for (size_t i = 0; i < view.tensors.size(); ++i) {
        const GraphTensor& tensor = view.tensors[i];
        const bool lives = tensor.block >= 0;
        rows.push_back({{{q(tensor.name), {}},
                         {q(tensor.shape), {}},
                         {shortType(tensor.type), {}},
                         {q(tensor.layout), {}},
                         {tensor.bytes > 0 ? bytesText(tensor.bytes) : QString(), tensor.bytes},
                         {lives ? QStringLiteral("%1–%2").arg(tensor.first).arg(tensor.last) : QString(),
                          lives ? tensor.first : -1},
                         {lives ? QString::number(tensor.block) : QString(), tensor.block}},
                        {user[i], -1}});
    }
    return rows;
}

QVector<TextTable::Row> kernelRows(const GraphView& view) {
    struct Sum {
        int count = 0, node = -1;
        double seconds = 0, flops = 0, bytes = 0;
    };
    std::map<std::pair<std::string, std::string>, Sum> sums;
    for (size_t i = 0; i < view.nodes.size(); ++i) {
        const GraphNode& node = view.nodes[i];
        if (view.kind == GraphKind::Compiled && node.kernel.empty()) continue;
        Sum& sum = sums[{node.op, node.kernel}];
        if (sum.node < 0 || node.seconds > view.nodes[at(sum.node)].seconds) sum.node = static_cast<int>(i);
        ++sum.count;
        sum.seconds += std::max(node.seconds, 0.0);
        sum.flops += node.flops;
        sum.bytes += node.bytesRead + node.bytesWritten;
    }
    QVector<TextTable::Row> rows;
    for (const auto& [key, sum] : sums) {
        const bool timed = view.stepSeconds > 0;
        const auto rate = [timed, seconds = sum.seconds](double amount) {
            return timed && seconds > 0 ? amount / seconds / 1e9 : 0.0;
        };
        const auto number = [](double value) {
            return value > 0 ? QString::number(value, 'f', value < 10 ? 2 : 0) : QString();
        };
        rows.push_back({{{q(key.second.empty() ? key.first : key.second), {}},
                         {q(key.first), {}},
                         {grouped(sum.count), sum.count},
                         {timed ? shortTimeText(sum.seconds) : QString(), sum.seconds},
                         {timed ? shareOfStep(sum.seconds / view.stepSeconds) : QString(), sum.seconds},
                         {sum.flops > 0 ? flopsText(sum.flops) : QString(), sum.flops},
                         {number(rate(sum.flops)), rate(sum.flops)},
                         {number(rate(sum.bytes)), rate(sum.bytes)}},
                        {sum.node, -1}});
    }
    return rows;
}

}  // namespace

struct PlanPanel::Tables {
    SortedTable tensors{"tensorTable",
                        PlanPanel::tr("Tensors"),
                        {PlanPanel::tr("tensor"), PlanPanel::tr("shape"), PlanPanel::tr("type"),
                         PlanPanel::tr("layout"), PlanPanel::tr("bytes"), PlanPanel::tr("lives"),
                         PlanPanel::tr("block")},
                        1,
                        4};
    SortedTable kernels{"kernelTable",
                        PlanPanel::tr("Kernels"),
                        {PlanPanel::tr("kernel"), PlanPanel::tr("op"), PlanPanel::tr("count"), PlanPanel::tr("time"),
                         PlanPanel::tr("share"), PlanPanel::tr("work"), QStringLiteral("GF/s"), QStringLiteral("GB/s")},
                        2,
                        3};
};

PlanPanel::PlanPanel(OpGraphModel& model, QWidget* parent) : QWidget(parent), model_(model) {
    setObjectName(QStringLiteral("planPanel"));
    header_ = new QWidget;
    auto* headerRow = new QHBoxLayout(header_);
    headerRow->setContentsMargins(0, 0, 12, 0);
    tabs_ = new QTabBar;
    tabs_->setObjectName(QStringLiteral("planTabs"));
    tabs_->setDrawBase(false);
    for (const QString& text : {tr("Memory"), tr("Tensors"), tr("Kernels")}) tabs_->addTab(text);
    headerRow->addWidget(tabs_);
    headerRow->addStretch(1);
    peak_ = new ElidedLabel(Qt::ElideRight, Token::Muted);  // gives way in a narrow window
    peak_->setObjectName(QStringLiteral("planPeak"));
    headerRow->addWidget(peak_);

    tables_ = std::make_unique<Tables>();
    map_ = new MemoryMap;
    map_->setObjectName(QStringLiteral("memoryMap"));
    none_ = new ToneLabel({}, Token::Muted);
    none_->setAlignment(Qt::AlignCenter);
    pages_ = new QStackedWidget;
    for (QWidget* page : std::initializer_list<QWidget*>{map_, tables_->tensors.view, tables_->kernels.view, none_})
        pages_->addWidget(page);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(pages_);
    connect(tabs_, &QTabBar::currentChanged, this, &PlanPanel::refresh);
    const auto pick = [this](const QModelIndex& index) {
        if (const int node = index.data(plan::kPickRole).toInt(); index.isValid() && node >= 0)
            model_.reveal({node, -1});
    };
    for (SortedTable* table : {&tables_->tensors, &tables_->kernels}) {
        connect(table->view, &QTableView::clicked, this, pick);
        connect(table->view, &QTableView::activated, this, pick);
        connect(table->view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [table, pick](const QModelIndex& now) {
                    const bool byKey = table->view->hasFocus() && QGuiApplication::mouseButtons() == Qt::NoButton;
                    if (byKey && !table->quiet) pick(now);
                });
    }
    connect(map_, &MemoryMap::picked, this, [this](int block) {
        const GraphView& view = *model_.view();
        const int tensor = block < 0 ? -1 : view.blocks[at(block)].tensor;
        for (size_t i = 0; i < view.nodes.size() && tensor >= 0; ++i)
            if (std::find(view.nodes[i].outputs.begin(), view.nodes[i].outputs.end(), tensor) !=
                view.nodes[i].outputs.end()) {
                model_.reveal({static_cast<int>(i), -1});
                return map_->setPick(block);  // the op may have made others, which keys would be led back to
            }
    });
    connect(&model_, &OpGraphModel::viewChanged, this, &PlanPanel::refresh);
    connect(&model_, &OpGraphModel::timesChanged, this, [this] {
        if (pages_->currentWidget() == tables_->kernels.view) tables_->kernels.fill(kernelRows(*model_.view()));
    });
    connect(&model_, &OpGraphModel::pickChanged, this, &PlanPanel::follow);
    refresh();
}

PlanPanel::~PlanPanel() {
    delete pages_;  // its tables look at the models
}

void PlanPanel::refresh() {
    const GraphView& view = *model_.view();
    const int tab = tabs_->currentIndex();
    const bool memory = view.kind == GraphKind::Compiled && !view.blocks.empty();
    peak_->clear();
    if (memory) {
        const auto holders = view.holders(view.peakStep);
        QStringList most;
        for (size_t i = 0; i < holders.size() && i < 2; ++i)
            most << (holders[i].first.empty() ? tr("the threads' scratch") : q(holders[i].first));
        peak_->setText(tr("peak %1 at step %2, most of it held by %3")
                           .arg(bytesText(view.peakBytes))
                           .arg(view.peakStep)
                           .arg(most.join(tr(" and "))));
    }
    if (view.nodes.empty() || (tab == 0 && !memory)) {
        none_->setText(view.nodes.empty() ? tr("There is no graph.")
                                          : tr("Memory is planned when the graph is compiled: choose Compiled."));
        pages_->setCurrentWidget(none_);
        return;
    }
    pages_->setCurrentIndex(tab);
    if (tab == 0) {
        QVector<MemoryMapBlock> blocks;
        for (const GraphBlock& block : view.blocks)
            blocks.push_back({block.offset,
                              block.bytes,
                              block.first,
                              block.last,
                              block.name.empty() ? tr("the threads' scratch") : q(block.name),
                              {},
                              q(block.category.empty() ? std::string("io") : block.category)});
        map_->setBlocks(std::move(blocks), view.steps, view.arenaBytes, view.peakStep);
    } else if (tab == 1) {
        tables_->tensors.fill(tensorRows(view));
    } else {
        tables_->kernels.fill(kernelRows(view));
    }
    follow();
}

void PlanPanel::follow() {
    const GraphView& view = *model_.view();
    const int node = model_.pick().node;
    int block = -1, step = -1;
    if (node >= 0 && at(node) < view.nodes.size()) {
        step = view.nodes[at(node)].step;
        for (int tensor : view.nodes[at(node)].outputs)
            if (block < 0) block = view.tensors[at(tensor)].block;
    }
    map_->setPick(block);
    map_->setCursor(step);
    if (model_.pick().empty()) return;  // another plan forgets the pick, and its rows are known by their names
    QString tensor, kernel;             // the rows that tell of it
    if (node >= 0 && at(node) < view.nodes.size()) {
        const GraphNode& picked = view.nodes[at(node)];
        if (!picked.outputs.empty()) tensor = q(view.tensors[at(picked.outputs[0])].name);
        kernel = q(picked.kernel.empty() ? picked.op : picked.kernel) + QLatin1Char('\n') + q(picked.op);
    }
    for (SortedTable* table : {&tables_->tensors, &tables_->kernels}) {
        const QModelIndex current = table->view->currentIndex();
        const bool there = current.isValid() && table->view->selectionModel()->isSelected(current);
        if (there && current.data(plan::kPickRole).toInt() == node) continue;
        table->show(table->rowOf(table == &tables_->tensors ? tensor : kernel));
    }
}

}  // namespace tl
