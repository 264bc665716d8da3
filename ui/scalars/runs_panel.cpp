// The panel puts the parts together: what fits the filter, as a tree, in the columns that there is room for.
#include "ui/scalars/runs_panel.h"

#include <QAction>
#include <QActionGroup>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <utility>

#include "ui/scalars/run_columns.h"
#include "ui/scalars/run_delegate.h"
#include "ui/scalars/run_filter.h"
#include "ui/scalars/run_tree.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/question.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

class RunTable : public QTreeView {
public:
    RunTable(const RunModel& runs, RunTree& tree) : runs_(runs), tree_(tree) {}
    QModelIndex edited() const { return state() == EditingState ? QModelIndex(edited_) : QModelIndex(); }

private:
    bool edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) override {
        const bool begun = QTreeView::edit(index, trigger, event);
        if (begun && state() == EditingState) edited_ = index;
        tree_.hold(state() == EditingState);
        return begun;
    }
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override {
        QTreeView::closeEditor(editor, hint);
        tree_.hold(state() == EditingState);
    }
    // The tree tells of all its rows by those at the top, and a tree view paints no more than it is told of.
    void dataChanged(const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) override {
        QTreeView::dataChanged(first, last, roles);
        viewport()->update();
    }
    void paintEvent(QPaintEvent* event) override {
        QTreeView::paintEvent(event);
        if (model() && model()->rowCount() > 0) return;
        const auto& theme = Theme::instance();
        QPainter painter(viewport());
        painter.setFont(theme.font(12));
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(viewport()->rect().adjusted(16, 14, -16, -8),
                         Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                         !runs_.runs().empty() ? RunsPanel::tr("No run fits the filter.")
                         : runs_.reading()     ? RunsPanel::tr("Reading the runs of this project…")
                                               : RunsPanel::tr("Each training run gets a row here."));
    }
    // The delegate's ground under the arrow too.
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override {
        if (!rect.width()) return;
        const auto& theme = Theme::instance();
        QStyleOptionViewItem option;
        if (selectionModel()->isSelected(index)) option.state |= QStyle::State_Selected;
        painter->fillRect(rect, RunDelegate::ground(option));
        painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color(Token::Line));
        if (!model()->hasChildren(index)) return;
        const QString icon = isExpanded(index) ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right");
        painter->drawPixmap(QPointF(rect.right() - indentation() + 4, rect.center().y() - 4.5),
                            theme.pixmap(icon, 10, theme.color(Token::Muted), painter->device()->devicePixelRatioF()));
    }
    const RunModel& runs_;
    RunTree& tree_;
    QPersistentModelIndex edited_;
};

}  // namespace

RunsPanel::RunsPanel(RunModel& runs, QWidget* parent) : QWidget(parent), runs_(runs) {
    setObjectName(QStringLiteral("runsPanel"));
    filter_ = new RunFilter(runs, this);
    tree_ = new RunTree(runs, this);
    search_ = new QLineEdit;
    search_->setObjectName(QStringLiteral("runFilter"));
    search_->setPlaceholderText(tr("name, or val_accuracy > 0.85"));
    search_->setAccessibleName(tr("Filter runs"));
    search_->setToolTip(tr(
        "Part of a name, a regular expression, or conditions on values, the list's columns, settings and tags: loss < 0.4, "
        "best > 0.9, last > 0.9, test > 0.9, epoch >= 5, batch_size = 32, optimizer = adam, tag = good"));
    search_->setClearButtonEnabled(true);
    search_->addAction(Theme::instance().icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    connect(search_, &QLineEdit::textChanged, filter_, &RunFilter::setText);
    problem_ = new ToneLabel({}, Token::Warn, ToneLabel::Caption);
    problem_->setObjectName(QStringLiteral("runFilterProblem"));
    problem_->setWordWrap(true);
    problem_->setContentsMargins(14, 0, 14, 0);
    problem_->hide();
    connect(filter_, &RunFilter::problemChanged, this, [this] {
        problem_->setText(filter_->problem());
        problem_->setVisible(!problem_->text().isEmpty());
        search_->setAccessibleDescription(problem_->text());
    });
    search_->setText(runs.filter());

    table_ = new RunTable(runs, *tree_);
    table_->setObjectName(QStringLiteral("runTable"));
    table_->setAccessibleName(tr("Runs"));
    table_->setModel(tree_);
    auto* delegate = new RunDelegate(runs, table_);
    table_->setItemDelegate(delegate);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setEditTriggers(QAbstractItemView::DoubleClicked);
    table_->setExpandsOnDoubleClick(false);
    table_->setMouseTracking(true);
    table_->setUniformRowHeights(true);
    table_->setIndentation(14);
    table_->setAllColumnsShowFocus(true);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->setSortingEnabled(true);
    auto* header = table_->header();
    // As they came, until a header is clicked.
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setSortIndicatorClearable(true);
    header->setHighlightSections(false);
    header->setStretchLastSection(false);
    header->setSectionsMovable(false);
    header->setMinimumSectionSize(32);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setStyleSheet(
        QStringLiteral(
            "QHeaderView::section { padding: 0 0 0 2px; } QHeaderView::section:first { padding-left: %1px; }")
            .arg(RunDelegate::kSwatchWidth));
    columns_ = new RunColumns(runs, *tree_, *table_, *delegate);
    showOrder();
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        if (!ordering_) runs_.setSorting(column < 0 ? QString() : columns_->keyOf(column), order);
    });
    connect(&runs_, &RunModel::sortingChanged, this, &RunsPanel::showOrder);
    connect(&runs_, &RunModel::readingChanged, table_->viewport(), qOverload<>(&QWidget::update));
    connect(header, &QHeaderView::sortIndicatorChanged, columns_, &RunColumns::fit);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, [this, header](const QPoint& position) {
        QMenu menu(this);
        menu.setObjectName(QStringLiteral("runColumnsMenu"));
        columns_->fill(menu);
        menu.exec(header->mapToGlobal(position));
    });
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(table_, &QWidget::customContextMenuRequested, this, &RunsPanel::menuAt);
    table_->viewport()->installEventFilter(this);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        const int run = tree_->runAt(now);
        if (run < 0 || restoring_) return;
        chosen_ = run;
        if (!table_->hasFocus() && !table_->viewport()->underMouse()) return;
        telling_ = true;
        emit currentRunChanged(run);
        telling_ = false;
    });
    connect(tree_, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        keepWriting();
        keep();
        scrolled_ = table_->verticalScrollBar()->value();
    });
    const auto forget = [this] { selected_.reset(); };
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, forget);
    connect(table_, &QTreeView::collapsed, this, forget);
    connect(table_, &QTreeView::expanded, this, forget);
    connect(tree_, &QAbstractItemModel::modelReset, this, &RunsPanel::restore);
    connect(&runs_, &RunModel::runAdded, this, [this](int run) { begun_ = run; });
    connect(table_, &QTreeView::collapsed, this, [this](const QModelIndex& index) {
        if (!restoring_) runs_.listing().folded.insert(index.data(RunTree::KeyRole).toString());
    });
    connect(table_, &QTreeView::expanded, this, [this](const QModelIndex& index) {
        if (!restoring_) runs_.listing().folded.remove(index.data(RunTree::KeyRole).toString());
    });
    connect(tree_, &RunTree::edited, this, &RunsPanel::edited);
    connect(tree_, &QAbstractItemModel::dataChanged, columns_, [this] {
        if (table_->isVisible()) columns_->fit();  // else when it is shown
    });
    connect(tree_, &QAbstractItemModel::dataChanged, this, &RunsPanel::sayDrawn);
    drawn_ = new QToolButton;
    drawn_->setObjectName(QStringLiteral("runsDrawn"));
    drawn_->setPopupMode(QToolButton::InstantPopup);
    Theme::instance().style(drawn_,
                            QStringLiteral("QToolButton { color: @muted; font-size: 11px; padding: 0 16px 0 1px; "
                                           "min-height: 16px } QToolButton:hover { color: @text; background: "
                                           "transparent } QToolButton::menu-indicator { right: 2px }"));
    drawn_->setToolTip(tr("Choose which runs have a curve"));
    auto* drawnMenu = new QMenu(drawn_);
    drawnMenu->setObjectName(QStringLiteral("runsDrawnMenu"));
    connect(drawnMenu, &QMenu::aboutToShow, this, [this, drawnMenu] { fillDrawn(*drawnMenu); });
    drawn_->setMenu(drawnMenu);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        columns_->fit();
        update();
    });
    restore();

    groups_ = new QToolButton;
    groups_->setObjectName(QStringLiteral("groupRuns"));
    groups_->setProperty("framed", true);
    groups_->setToolTip(tr("Put runs together"));
    groups_->setAccessibleName(groups_->toolTip());
    auto* groupMenu = new QMenu(groups_);
    groupMenu->setObjectName(QStringLiteral("groupRunsMenu"));
    connect(groupMenu, &QMenu::aboutToShow, this, [this, groupMenu] { fillGroups(*groupMenu); });
    connect(groups_, &QToolButton::clicked, this,
            [this, groupMenu] { groupMenu->popup(groups_->mapToGlobal(QPoint(0, groups_->height() + 2))); });
    const auto tint = [this] {
        const bool on = runs_.grouping().by != RunGrouping::Nothing;
        groups_->setIcon(Theme::instance().icon(QStringLiteral("collection"), on ? Token::Accent : Token::Text));
    };
    tint();
    connect(&runs_, &RunModel::groupingChanged, this, tint);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(8);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(12, 0, 12, 0);
    top->setSpacing(6);
    top->addWidget(search_, 1);
    top->addWidget(groups_);
    column->addLayout(top);
    column->addWidget(problem_);
    auto* said = new QHBoxLayout;
    said->setContentsMargins(12, 0, 12, 0);
    said->addWidget(drawn_);
    said->addStretch(1);
    column->addLayout(said);
    column->addWidget(table_, 1);
}

int RunsPanel::currentRun() const { return runs_.find(chosen_) ? chosen_ : -1; }

bool RunsPanel::headingChosen() const { return selected().heading; }

int RunsPanel::onlyRun() const {
    if (headingChosen()) return -1;
    const std::vector<int> all = chosenRuns();
    return all.size() == 1 ? all.front() : -1;
}

// Not asked of the view, which lays its rows out later.
std::vector<QModelIndex> RunsPanel::unfoldedRows() const {
    std::vector<QModelIndex> rows;
    const auto add = [&](const auto& self, const QModelIndex& parent) -> void {
        for (int row = 0; row < tree_->rowCount(parent); ++row) {
            rows.push_back(tree_->index(row, 0, parent));
            if (table_->isExpanded(rows.back())) self(self, rows.back());
        }
    };
    add(add, {});
    return rows;
}

// By ranges, which may be as many as rows: asked one by one, each row would look through them all.
std::vector<QModelIndex> RunsPanel::selectedRows() const {
    QSet<QModelIndex> selected;
    for (const QItemSelectionRange& range : table_->selectionModel()->selection())
        for (int row = range.top(); row <= range.bottom(); ++row) selected << tree_->index(row, 0, range.parent());
    if (selected.isEmpty()) return {};
    std::vector<QModelIndex> rows = unfoldedRows();
    std::erase_if(rows, [&](const QModelIndex& row) { return !selected.contains(row); });
    return rows;
}

const RunsPanel::Chosen& RunsPanel::selected() const {
    if (selected_) return *selected_;
    Chosen& now = selected_.emplace(Chosen{{}, false});
    QSet<int> known;
    for (const QModelIndex& row : selectedRows()) {
        now.heading = now.heading || tree_->runAt(row) < 0;
        for (const int run : tree_->runsUnder(row)) {
            if (known.contains(run)) continue;
            known << run;
            now.runs.push_back(run);
        }
    }
    return now;
}

std::vector<int> RunsPanel::chosenRuns() const {
    const std::vector<int>& runs = selected().runs;
    if (runs.empty() && currentRun() >= 0) return {currentRun()};
    return runs;
}

void RunsPanel::setCurrentRun(int run) {
    // The echo of what was chosen here: a click makes a row current first and selects then, with what keys are held.
    if (telling_ && run == chosen_) return;
    if (!tree_->indexOf(run).isValid()) tree_->settle();
    const QModelIndex index = tree_->indexOf(run);
    // One of several that are chosen is current already.
    if (!index.isValid() ||
        (tree_->runAt(table_->currentIndex()) == run && table_->selectionModel()->isSelected(table_->currentIndex())))
        return;
    choose(index);
}

// Alone, whichever keys are held.
void RunsPanel::choose(const QModelIndex& index) {
    table_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

// By a setting's column once a run with that setting is there.
void RunsPanel::showOrder() {
    const auto& [by, order, folded] = runs_.listing();
    const int column = columns_->columnOf(by);
    auto* header = table_->header();
    if (header->sortIndicatorSection() == column && header->sortIndicatorOrder() == order) return;
    ordering_ = true;
    header->setSortIndicator(column, order);
    ordering_ = false;
}

void RunsPanel::remember(QSettings& settings) { columns_->remember(settings); }

void RunsPanel::keep() {
    kept_ = {};
    for (const QModelIndex& row : selectedRows()) {
        if (const int run = tree_->runAt(row); run >= 0)
            kept_.runs << run;
        else
            kept_.headings[row.data(RunTree::KeyRole).toString()] = tree_->runsUnder(row);
    }
    const QModelIndex current = table_->currentIndex();
    if (current.isValid() && tree_->runAt(current) < 0) kept_.current = current.data(RunTree::KeyRole).toString();
}

// The very rows that were: where the keyboard is need not be among them. Of a heading that is gone its runs are chosen;
// where nothing is left to be, the current one is.
void RunsPanel::chooseKept() {
    Kept kept = std::exchange(kept_, {});
    QModelIndex current = tree_->indexOf(chosen_);
    QSet<QString> headings;
    for (int row = 0; row < tree_->rowCount(); ++row) {
        const QModelIndex index = tree_->index(row, 0);
        const QString key = index.data(RunTree::KeyRole).toString();
        if (!kept.current.isEmpty() && key == kept.current) current = index;
        if (kept.headings.remove(key)) headings << key;
    }
    for (const std::vector<int>& runs : std::as_const(kept.headings))
        kept.runs.unite(QSet<int>(runs.begin(), runs.end()));
    QItemSelection rows;
    for (const QModelIndex& row : unfoldedRows()) {
        const int run = tree_->runAt(row);
        if (run < 0 ? !headings.contains(row.data(RunTree::KeyRole).toString()) : !kept.runs.remove(run)) continue;
        if (!rows.isEmpty() && rows.back().parent() == row.parent() && rows.back().bottom() + 1 == row.row())
            rows.back() = QItemSelectionRange(tree_->index(rows.back().top(), 0, row.parent()), row);
        else
            rows.append(QItemSelectionRange(row));
    }
    if (rows.isEmpty() && current.isValid()) rows.append(QItemSelectionRange(current));
    // What is folded around the current one stays so; out of sight, the list goes to it when it is shown.
    table_->setAutoScroll(!table_->isVisible());
    table_->selectionModel()->setCurrentIndex(current, QItemSelectionModel::NoUpdate);
    table_->setAutoScroll(true);
    table_->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

// The rows are others: what was chosen, folded and in sight stays so.
void RunsPanel::restore() {
    restoring_ = true;
    selected_.reset();
    table_->setRootIsDecorated(tree_->nested());
    table_->expandAll();
    const auto fold = [&](const auto& self, const QModelIndex& parent) -> void {
        for (int row = 0; row < tree_->rowCount(parent); ++row) {
            const QModelIndex index = tree_->index(row, 0, parent);
            if (runs_.listing().folded.contains(index.data(RunTree::KeyRole).toString()))
                table_->setExpanded(index, false);
            self(self, index);
        }
    };
    fold(fold, {});
    chooseKept();
    // Columns of settings come and go with the runs.
    if (table_->header()->sortIndicatorSection() != columns_->columnOf(runs_.listing().sortedBy))
        QMetaObject::invokeMethod(this, &RunsPanel::showOrder, Qt::QueuedConnection);
    columns_->fit();
    table_->verticalScrollBar()->setValue(scrolled_);
    // One that begins comes into sight; those that are found on disk move nothing.
    const Run* begun = runs_.find(std::exchange(begun_, -1));
    if (const QModelIndex row = begun ? tree_->indexOf(begun->id) : QModelIndex(); row.isValid() && begun->live())
        table_->scrollTo(row);
    restoring_ = false;
    sayDrawn();
    if (writing_.run >= 0) QMetaObject::invokeMethod(this, &RunsPanel::goOnWriting, Qt::QueuedConnection);
}

// A run that came or went takes no half-written name away.
void RunsPanel::keepWriting() {
    const QModelIndex index = static_cast<RunTable*>(table_)->edited();
    const auto* line = table_->findChild<QLineEdit*>(QStringLiteral("runCellEditor"));
    if (index.isValid() && line && line->isModified())
        writing_ = {tree_->runAt(index), index.column(), line->cursorPosition(), line->text()};
}

// Once the view has done away with the field of before.
void RunsPanel::goOnWriting() {
    const Writing writing = std::exchange(writing_, {});
    const QModelIndex row = tree_->indexOf(writing.run);
    if (!row.isValid()) return;
    table_->edit(row.siblingAtColumn(writing.column));
    for (auto* line : table_->findChildren<QLineEdit*>(QStringLiteral("runCellEditor"))) {
        line->setText(writing.text);
        line->setModified(true);
        line->setCursorPosition(writing.cursor);
    }
}

void RunsPanel::fillGroups(QMenu& menu) {
    menu.clear();
    auto* group = new QActionGroup(&menu);
    const auto add = [&](QMenu& to, const QString& text, const RunGrouping& grouping) {
        QAction* action = to.addAction(text, this, [this, grouping] { runs_.setGrouping(grouping); });
        action->setObjectName(QStringLiteral("groupBy.%1.%2").arg(grouping.by).arg(grouping.what));
        action->setCheckable(true);
        action->setChecked(runs_.grouping() == grouping);
        group->addAction(action);
    };
    add(menu, tr("No groups"), {});
    add(menu, tr("By the run they began from"), {RunGrouping::Parent, {}});
    add(menu, tr("By folder"), {RunGrouping::Folder, {}});
    add(menu, tr("By tag"), {RunGrouping::Tag, {}});
    QMenu* settings = nullptr;
    for (int column = RunTree::Settings; column < tree_->columnCount(); ++column) {
        if (!tree_->differs(column)) continue;
        if (!settings) settings = menu.addMenu(tr("By a setting"));
        const QString name = tree_->settings()[column - RunTree::Settings];
        add(*settings, name, {RunGrouping::Setting, name});
    }
    const RunGrouping now = runs_.grouping();
    QAction* pattern = menu.addAction(tr("By a part of the name…"), this, [this, now] {
        auto* ask = new Question(*window(), tr("Put runs together"), tr("By a part of the name"),
                                 tr("A regular expression: runs whose names give the same first bracket, or the same "
                                    "match, stand together. Such as ^(\\w+) for the first word."));
        ask->setObjectName(QStringLiteral("groupPatternBox"));
        QLineEdit* line =
            ask->addLine(tr("Pattern"), now.by == RunGrouping::Pattern ? now.what : QStringLiteral("^(\\w+)"));
        ask->addCancel();
        QPushButton* put = ask->addAnswer(
            QStringLiteral("groupPatternButton"), tr("Put together"),
            [this, line] {
                runs_.setGrouping({RunGrouping::Pattern, line->text()});
            },
            Question::Main);
        connect(line, &QLineEdit::textChanged, put,
                [put](const QString& text) { put->setEnabled(!text.isEmpty() && QRegularExpression(text).isValid()); });
        ask->open();
    });
    pattern->setObjectName(QStringLiteral("groupBy.pattern"));
    pattern->setCheckable(true);
    pattern->setChecked(now.by == RunGrouping::Pattern);
}

bool RunsPanel::eventFilter(QObject* object, QEvent* event) {
    if (object == table_->viewport() && (event->type() == QEvent::Resize || event->type() == QEvent::Show))
        columns_->fit();
    if (object == table_->viewport() && event->type() == QEvent::MouseButtonPress) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const QModelIndex index = table_->indexAt(mouse->position().toPoint());
        const double inside = mouse->position().x() - table_->visualRect(index).left();
        const bool swatch = tree_->runAt(index) >= 0 || index.data(RunTree::GroupColorRole).toInt() >= 0;
        if (mouse->button() == Qt::LeftButton && index.isValid() && swatch && index.column() == RunModel::Name &&
            inside >= 0 && inside < RunDelegate::kSwatchWidth) {
            toggle(index);
            return true;
        }
    }
    return QWidget::eventFilter(object, event);
}

void RunsPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg1));
}

}  // namespace tl
