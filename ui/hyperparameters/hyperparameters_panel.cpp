// See the header.
#include "ui/hyperparameters/hyperparameters_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPaintEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/hyperparameters/frozen_column.h"
#include "ui/hyperparameters/settings_model.h"
#include "ui/models/settings.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "widgets/controls/card.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/plot/parallel_axes.h"
#include "widgets/plot/scatter_matrix.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kPauseMs = 500, kWidestColumn = 280;
const QString kLog = QStringLiteral("tags/hyperparameters/log/%1");  // of a column: whether its axis is logarithmic

// Leaves out the runs that the marked stretches leave out.
class BrushedRuns : public QSortFilterProxyModel {
public:
    BrushedRuns(const ParallelAxes& axes, QObject* parent) : QSortFilterProxyModel(parent), axes_(axes) {}
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        return axes_.passes(sourceModel()->index(row, 0, parent).data(SettingsModel::IdRole).toInt());
    }

private:
    const ParallelAxes& axes_;
};

}  // namespace

HyperparametersPanel::HyperparametersPanel(Desk& desk) : bench_(desk.bench), settings_(desk.settings.store()) {
    setObjectName(QStringLiteral("hyperparametersPanel"));
    header_ = new QWidget;
    auto* row = new QHBoxLayout(header_);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addStretch(1);
    told_ = new ToneLabel({}, Token::Muted);
    told_->setObjectName(QStringLiteral("brushedRuns"));
    row->addWidget(told_);
    clear_ = new QToolButton;
    clear_->setObjectName(QStringLiteral("clearBrushes"));
    clear_->setProperty("framed", true);
    clear_->setText(tr("Show all"));
    row->addWidget(clear_);
    views_ = new SegmentedBar;
    views_->setObjectName(QStringLiteral("hyperparameterViews"));
    views_->addSegment(tr("parallel"), tr("A line a run over parallel axes; drag along an axis to filter"));
    views_->addSegment(tr("scatter"), tr("Every column against every other"));
    row->addWidget(views_);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(header_);
    pages_ = new QStackedWidget;
    column->addWidget(pages_, 1);
    empty_ = new EmptyState(QStringLiteral("sliders"), tr("No runs to compare"),
                            tr("Runs stand here with their settings and results: train twice with different settings, "
                               "or open a folder of runs."));
    empty_->setObjectName(QStringLiteral("hyperparametersEmpty"));
    pages_->addWidget(empty_);

    auto* page = new QWidget;
    auto* inner = new QVBoxLayout(page);
    inner->setContentsMargins(14, 2, 14, 14);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(12);
    splitter->setStyleSheet(QStringLiteral("QSplitter::handle { background: transparent; }"));
    inner->addWidget(splitter);
    pages_->addWidget(page);
    auto* picture = new Card;
    pictures_ = new QStackedWidget;
    axes_ = new ParallelAxes;
    axes_->setObjectName(QStringLiteral("parallelAxes"));
    matrix_ = new ScatterMatrix;
    matrix_->setObjectName(QStringLiteral("scatterMatrix"));
    auto* alike = new EmptyState(QStringLiteral("sliders"), tr("Nothing differs yet"),
                                 tr("With a second run of other settings, the two are compared here."));
    const auto scrolled = [](QWidget* view, const QString& name) {
        auto* scroll = new QScrollArea;
        scroll->setObjectName(name);
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setFocusPolicy(Qt::NoFocus);
        scroll->viewport()->setAutoFillBackground(false);
        scroll->setWidget(view);
        view->setAutoFillBackground(false);
        return scroll;
    };
    scroll_ = scrolled(axes_, QStringLiteral("parallelScroll"));
    pictures_->addWidget(scroll_);
    pictures_->addWidget(scrolled(matrix_, QStringLiteral("scatterScroll")));
    pictures_->addWidget(alike);
    picture->setBody(pictures_);
    splitter->addWidget(picture);
    auto* list = new Card;
    table_ = new QTableView;
    table_->setObjectName(QStringLiteral("hyperparameterTable"));
    table_->setAccessibleName(tr("Runs with settings and results"));
    list->setBody(table_);
    splitter->addWidget(list);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);

    model_ = new SettingsModel(bench_, this);
    sorted_ = new BrushedRuns(*axes_, this);
    sorted_->setSourceModel(model_);
    sorted_->setSortRole(SettingsModel::SortRole);
    table_->setModel(sorted_);
    table_->setSortingEnabled(true);
    table_->sortByColumn(0, Qt::AscendingOrder);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setTextElideMode(Qt::ElideMiddle);  // names begin alike, and their ends tell them apart
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(Theme::kTableRow));
    table_->setFont(Theme::instance().font(12));
    new FrozenColumn(*table_);

    const QString key = QStringLiteral("tags/hyperparameters/view");
    views_->setCurrentIndex(settings_.value(key, 0).toInt());
    connect(views_, &SegmentedBar::currentChanged, this, [this, key](int view) {
        settings_.setValue(key, view);
        display();
    });
    connect(model_, &SettingsModel::refreshed, this, &HyperparametersPanel::display);
    connect(axes_, &ParallelAxes::brushesChanged, this, &HyperparametersPanel::filter);
    connect(clear_, &QToolButton::clicked, axes_, &ParallelAxes::clearBrushes);
    connect(axes_, &ParallelAxes::logChosen, this, &HyperparametersPanel::chooseLog);
    connect(matrix_, &ScatterMatrix::logChosen, this, &HyperparametersPanel::chooseLog);
    connect(axes_, &ParallelAxes::axisChosen, this, [this](const QRect& place) {
        scroll_->ensureVisible(place.center().x(), place.center().y(), place.width() / 2, 0);
    });
    connect(axes_, &ParallelAxes::picked, &bench_.selection, &Selection::setRun);
    connect(matrix_, &ScatterMatrix::picked, &bench_.selection, &Selection::setRun);
    // Not the current row's: where the chosen run has none, Qt makes the first one current as the keyboard comes.
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection& selected) {
                if (!selected.isEmpty() && !following_)
                    bench_.selection.setRun(selected.front().topLeft().data(SettingsModel::IdRole).toInt());
            });
    connect(&bench_.selection, &Selection::runChanged, this, [this](int run) {
        axes_->setCurrent(run);
        matrix_->setCurrent(run);
        select(run);
    });
    soon_.setSingleShot(true);
    connect(&soon_, &QTimer::timeout, this, [this] {
        if (isVisible()) model_->refresh();
    });
    const auto later = [this] {
        if (!soon_.isActive()) soon_.start(0);
    };
    connect(&bench_.events, &EventModel::changed, this, later);
    connect(&bench_.events, &EventModel::busyChanged, this, later);
    connect(&bench_.runs, &RunModel::runAdded, this, later);
    connect(&bench_.runs, &RunModel::stateChanged, this, later);
    connect(&bench_.runs, &RunModel::scalarsAppended, this, [this] {
        if (!soon_.isActive()) soon_.start(kPauseMs);  // while a run goes
    });
    connect(&bench_.runs, &RunModel::visibilityChanged, this, later);
    connect(&bench_.runs, &QAbstractItemModel::modelReset, this, later);
    connect(&bench_.runs, &RunModel::runsRemoved, this, later);
    connect(&bench_.runs, &RunModel::curvesTakenBack, this, later);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

HyperparametersPanel::~HyperparametersPanel() { bench_.reader.look(this, false); }

void HyperparametersPanel::display() {
    const int runs = model_->rowCount();
    const bool busy = runs == 0 && bench_.events.busy();
    empty_->setMood(busy ? EmptyState::Busy : EmptyState::Empty);
    pages_->setCurrentIndex(runs > 0 ? 1 : 0);
    header_->setVisible(runs > 0);
    if (runs == 0) return;
    QVector<AxisColumn> columns = model_->axes();
    for (AxisColumn& column : columns)
        if (const QVariant log = settings_.value(logKey(column.name)); log.isValid()) column.log = log.toBool();
    const QVector<AxisLine> lines = model_->lines();
    axes_->setData(columns, lines);
    axes_->setMinimumWidth(axes_->easyWidth());
    matrix_->setData(columns, lines);
    matrix_->setMinimumSize(matrix_->easySize());
    pictures_->setCurrentIndex(columns.size() < 2 ? 2 : views_->currentIndex());
    for (int i = 0; i < model_->columnCount(); ++i)
        if (table_->columnWidth(i) == table_->horizontalHeader()->defaultSectionSize()) {
            table_->resizeColumnToContents(i);
            table_->setColumnWidth(i, std::min(table_->columnWidth(i), Theme::instance().scaled(kWidestColumn)));
        }
    filter();
}

QString HyperparametersPanel::logKey(const QString& column) const { return kLog.arg(model_->keyOf(column)); }

void HyperparametersPanel::chooseLog(const QString& column, std::optional<bool> log) {
    log ? settings_.setValue(logKey(column), *log) : settings_.remove(logKey(column));
    display();
}

void HyperparametersPanel::filter() {
    const int scrolled = table_->verticalScrollBar()->value();
    {
        const QScopedValueRollback<bool> follows(following_, true);  // where a row goes the next one becomes current
        sorted_->invalidate();
    }
    select(bench_.selection.run());  // rows that are made anew are none of them current
    table_->verticalScrollBar()->setValue(scrolled);
    QSet<int> dimmed;
    const QVector<AxisLine> lines = model_->lines();
    for (const AxisLine& line : lines)
        if (!axes_->passes(line.id)) dimmed.insert(line.id);
    matrix_->setDimmed(dimmed);
    clear_->setVisible(axes_->brushed());
    told_->setVisible(axes_->brushed());
    told_->setText(tr("%1 of %2 runs").arg(lines.size() - dimmed.size()).arg(lines.size()));
}

// The row of that run; where it has none, none.
void HyperparametersPanel::select(int run) {
    const QScopedValueRollback<bool> follows(following_, true);
    QItemSelectionModel* rows = table_->selectionModel();
    const QModelIndex now = rows->currentIndex();
    if (now.isValid() && rows->isRowSelected(now.row()) && now.data(SettingsModel::IdRole).toInt() == run) return;
    for (int row = 0; row < sorted_->rowCount(); ++row) {
        const QModelIndex index = sorted_->index(row, 0);
        if (index.data(SettingsModel::IdRole).toInt() != run) continue;
        const int sideways = table_->horizontalScrollBar()->value();
        rows->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        return table_->horizontalScrollBar()->setValue(sideways);
    }
    rows->clear();
}

void HyperparametersPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    bench_.reader.look(this, true);
    model_->refresh();
}

void HyperparametersPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    bench_.reader.look(this, false);
}

void HyperparametersPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg0));
}

}  // namespace tl
