// The rows are painted by one delegate: swatch, name and state share a cell, which no stock cell can show.
#include "ui/scalars/runs_panel.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/scalars/run_filter.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kSwatchWidth = 30, kNameRoom = 104;
constexpr int kLeft = 2, kRight = 8, kHeaderRoom = 12, kSortArrow = 12;  // around a number, around its title

QString stateWord(RunState state) {
    switch (state) {
    case RunState::Starting: return RunsPanel::tr("starting");
    case RunState::Running: return RunsPanel::tr("live");
    case RunState::Validating: return RunsPanel::tr("live");
    case RunState::Paused: return RunsPanel::tr("paused");
    case RunState::Failed: return RunsPanel::tr("failed");
    case RunState::Stopped: return RunsPanel::tr("stopped");
    default: return {};
    }
}

QString stateIcon(RunState state) {
    switch (state) {
    case RunState::Paused: return QStringLiteral("pause-fill");
    case RunState::Failed: return QStringLiteral("x-circle");
    case RunState::Stopped: return QStringLiteral("stop-fill");
    default: return QStringLiteral("play-fill");
    }
}

class RunDelegate : public QStyledItemDelegate {
public:
    RunDelegate(RunModel& runs, QObject* parent) : QStyledItemDelegate(parent), runs_(runs) {}

private:
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const auto& theme = Theme::instance();
        const Run* run = runs_.find(index.data(RunModel::IdRole).toInt());
        if (!run) return;
        const QRect cell = option.rect;
        painter->save();
        const QColor ground = theme.color(Token::Bg1);
        if (option.state & QStyle::State_Selected)
            painter->fillRect(cell, Theme::mix(theme.color(Token::Accent), ground, 0.2));
        else if (option.state & QStyle::State_MouseOver)
            painter->fillRect(cell, Theme::mix(theme.color(Token::Text), ground, 0.04));
        painter->fillRect(QRect(cell.left(), cell.bottom(), cell.width(), 1), theme.color(Token::Line));
        const QColor text = theme.color(run->visible ? Token::Text : Token::Faint);
        if (index.column() == RunModel::Name) {
            painter->setRenderHint(QPainter::Antialiasing);
            const QRectF swatch(cell.left() + 10, cell.center().y() - 4.5, 10, 10);
            const QColor color = theme.series(run->color);
            painter->setPen(QPen(color, 1.5));
            painter->setBrush(run->visible ? QBrush(color) : QBrush(Qt::NoBrush));
            painter->drawRoundedRect(swatch.adjusted(0.75, 0.75, -0.75, -0.75), 2.5, 2.5);
            // Cut as often as the run's colour was used before: its curve is dashed likewise.
            const int cuts = Theme::seriesRound(run->color);
            for (int cut = 1; cut <= cuts; ++cut)
                painter->fillRect(QRectF(swatch.left() + cut * 10.0 / (cuts + 1) - 0.75, swatch.top(), 1.5, 10),
                                  ground);
            const QString word = stateWord(run->state);
            const QFont chipFont = theme.font(11);
            painter->setFont(theme.font(12));
            // Evaluated on the test split, and no room for the number.
            const auto* table = qobject_cast<const QTableView*>(option.widget);
            const int mark = run->tested() && table && table->isColumnHidden(RunModel::Test) ? 16 : 0;
            // The name matters more: where both do not fit, an icon stands for the word.
            const int whole = painter->fontMetrics().horizontalAdvance(run->name);
            int chip = word.isEmpty() ? 0 : QFontMetrics(chipFont).horizontalAdvance(word) + 12;
            const bool small = chip > 0 && cell.width() - kSwatchWidth - chip - mark - 10 < whole;
            if (small) chip = 14;
            painter->setPen(text);
            const int left = cell.left() + kSwatchWidth, room = cell.right() - left - (chip ? chip + 6 : 0) - mark - 4;
            const QString name = painter->fontMetrics().elidedText(run->name, Qt::ElideMiddle, room);
            painter->drawText(QRect(left, cell.top(), room, cell.height()), Qt::AlignLeft | Qt::AlignVCenter, name);
            const double chipLeft = left + painter->fontMetrics().horizontalAdvance(name) + 6 + mark;
            if (mark)
                painter->drawPixmap(QPointF(chipLeft - mark - 1, cell.center().y() - 6),
                                    theme.pixmap(QStringLiteral("clipboard-check"), 13, theme.color(Token::Muted),
                                                 painter->device()->devicePixelRatioF()));
            if (small) {
                const QColor tone = theme.color(run->state == RunState::Failed                  ? Token::Bad
                                                : run->live() && run->state != RunState::Paused ? Token::Accent
                                                                                                : Token::Muted);
                const double ratio = painter->device()->devicePixelRatioF();
                painter->drawPixmap(QPointF(chipLeft - 1, cell.center().y() - 6),
                                    theme.pixmap(stateIcon(run->state), 13, tone, ratio));
            } else if (chip) {
                const Token tone = run->state == RunState::Failed                  ? Token::Bad
                                   : run->live() && run->state != RunState::Paused ? Token::Accent
                                                                                   : Token::Muted;
                const QRectF box(chipLeft, cell.center().y() - 7.5, chip, 16);
                painter->setPen(Qt::NoPen);
                painter->setBrush(Theme::mix(theme.color(tone), ground, 0.28));
                painter->drawRoundedRect(box, 8, 8);
                painter->setFont(chipFont);
                painter->setPen(tone == Token::Muted ? theme.color(Token::Text)
                                                     : Theme::mix(theme.color(tone), theme.color(Token::Text), 0.7));
                painter->drawText(box, Qt::AlignCenter, word);
            }
        } else {
            painter->setFont(theme.mono());
            painter->setPen(index.column() == RunModel::Epoch ? theme.color(Token::Muted) : text);
            // Cut at its left, a number would read as another one.
            const QRect inside = cell.adjusted(kLeft, 0, -kRight, 0);
            painter->drawText(
                inside, Qt::AlignRight | Qt::AlignVCenter,
                painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, inside.width()));
        }
        if (option.state & QStyle::State_HasFocus && index.column() == RunModel::Name) {
            painter->setPen(theme.color(Token::Accent));
            painter->drawLine(cell.left() + 1, cell.top() + 3, cell.left() + 1, cell.bottom() - 3);
        }
        painter->restore();
    }
    RunModel& runs_;
};

class RunTable : public QTableView {
public:
    explicit RunTable(const RunModel& runs) : runs_(runs) {}

private:
    void paintEvent(QPaintEvent* event) override {
        QTableView::paintEvent(event);
        if (model() && model()->rowCount() > 0) return;
        const auto& theme = Theme::instance();
        QPainter painter(viewport());
        painter.setFont(theme.font(12));
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(viewport()->rect().adjusted(16, 14, -16, -8),
                         Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                         runs_.runs().empty() ? RunsPanel::tr("Each training run gets a row here.")
                                              : RunsPanel::tr("No run fits the filter."));
    }
    const RunModel& runs_;
};

}  // namespace

RunsPanel::RunsPanel(RunModel& runs, QWidget* parent) : QWidget(parent), runs_(runs) {
    setObjectName(QStringLiteral("runsPanel"));
    filter_ = new RunFilter(runs, this);
    search_ = new QLineEdit;
    search_->setObjectName(QStringLiteral("runFilter"));
    search_->setPlaceholderText(tr("name, or val_accuracy > 0.85"));
    search_->setAccessibleName(tr("Filter runs"));
    search_->setToolTip(
        tr("Part of a name, a regular expression, or conditions on last values: loss < 0.4 and epoch >= 3"));
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

    table_ = new RunTable(runs);
    table_->setObjectName(QStringLiteral("runTable"));
    table_->setAccessibleName(tr("Runs"));
    table_->setModel(filter_);
    table_->setItemDelegate(new RunDelegate(runs, table_));
    table_->setShowGrid(false);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setTabKeyNavigation(false);
    table_->setMouseTracking(true);
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(Theme::kTableRow);
    table_->verticalHeader()->setMinimumSectionSize(Theme::kTableRow);
    table_->setSortingEnabled(true);
    auto* header = table_->horizontalHeader();
    header->setSortIndicator(-1, Qt::AscendingOrder);  // as they came, until a header is clicked
    header->setSortIndicatorClearable(true);
    header->setHighlightSections(false);
    header->setMinimumSectionSize(32);
    header->setStyleSheet(
        QStringLiteral(
            "QHeaderView::section { padding: 0 0 0 2px; } QHeaderView::section:first { padding-left: %1px; }")
            .arg(kSwatchWidth));
    header->setSectionResizeMode(RunModel::Name, QHeaderView::Stretch);
    for (const int column :
         {RunModel::Loss, RunModel::ValLoss, RunModel::Best, RunModel::Last, RunModel::Test, RunModel::Epoch})
        header->setSectionResizeMode(column, QHeaderView::Fixed);
    connect(header, &QHeaderView::sortIndicatorChanged, this, &RunsPanel::fitColumns);
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(table_, &QWidget::customContextMenuRequested, this, &RunsPanel::menuAt);
    table_->installEventFilter(this);
    table_->viewport()->installEventFilter(this);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (now.isValid()) chosen_ = now.data(RunModel::IdRole).toInt();
        if (now.isValid() && (table_->hasFocus() || table_->viewport()->underMouse()))
            emit currentRunChanged(now.data(RunModel::IdRole).toInt());
    });
    connect(filter_, &QAbstractItemModel::modelReset, this, [this] {
        setCurrentRun(chosen_);
        fitColumns();
    });
    connect(&runs_, &QAbstractItemModel::dataChanged, this, &RunsPanel::fitColumns);
    connect(&runs_, &RunModel::runAdded, this, &RunsPanel::fitColumns);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        fitColumns();
        update();
    });

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(8);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(12, 0, 12, 0);
    top->addWidget(search_);
    column->addLayout(top);
    column->addWidget(problem_);
    column->addWidget(table_, 1);
}

int RunsPanel::currentRun() const { return runs_.find(chosen_) ? chosen_ : -1; }

std::vector<int> RunsPanel::chosenRuns() const {
    std::vector<int> ids;
    for (int row = 0; row < filter_->rowCount(); ++row)
        if (table_->selectionModel()->isRowSelected(row, {}))
            ids.push_back(filter_->index(row, 0).data(RunModel::IdRole).toInt());
    if (ids.empty() && currentRun() >= 0) ids.push_back(currentRun());
    return ids;
}

void RunsPanel::setCurrentRun(int run) {
    // One of several that are chosen is current already.
    if (table_->currentIndex().isValid() && table_->currentIndex().data(RunModel::IdRole).toInt() == run &&
        table_->selectionModel()->isRowSelected(table_->currentIndex().row(), {}))
        return;
    for (int row = 0; row < filter_->rowCount(); ++row)
        if (filter_->index(row, 0).data(RunModel::IdRole).toInt() == run) table_->selectRow(row);
}

// As wide as the widest that stands in it, and its title.
int RunsPanel::widthOf(int column) const {
    const auto& theme = Theme::instance();
    const QFontMetrics words(theme.font(12)), numbers(theme.mono());
    int width = words.horizontalAdvance(runs_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) +
                kHeaderRoom + (table_->horizontalHeader()->sortIndicatorSection() == column ? kSortArrow : 0);
    for (int row = 0; row < runs_.rowCount(); ++row)
        width = std::max(width, numbers.horizontalAdvance(runs_.index(row, column).data().toString()) + kLeft + kRight);
    return width;
}

// What a narrow list keeps, in this order: a name that can be told from others, epochs, best, loss, and what the test
// split says where there is such a number; then names are whole before there is more.
void RunsPanel::fitColumns() {
    const auto& runs = runs_.runs();
    const bool tested = std::any_of(runs.begin(), runs.end(), [](const Run& run) { return run.tested().has_value(); });
    const QFontMetrics words(Theme::instance().font(12));
    const int all = table_->viewport()->width(), least = Theme::instance().scaled(kNameRoom);
    int name = 0;
    for (const Run& run : runs) name = std::max(name, words.horizontalAdvance(run.name));
    name = std::clamp(kSwatchWidth + name + 8, least, std::max(least, all * 47 / 100));
    int room = all - least;
    bool full = false;
    for (const int column :
         {RunModel::Epoch, RunModel::Best, RunModel::Loss, RunModel::Test, RunModel::ValLoss, RunModel::Last}) {
        const bool wanted = column != RunModel::Test || tested;
        const bool more = column == RunModel::ValLoss || column == RunModel::Last;
        const int wide = widthOf(column);
        const bool fits = wanted && !full && room - (more ? name - least : 0) >= wide;
        full = full || (wanted && !fits);
        if (table_->isColumnHidden(column) == fits) table_->setColumnHidden(column, !fits);
        if (!fits) continue;
        room -= wide;
        if (table_->columnWidth(column) != wide) table_->setColumnWidth(column, wide);
    }
}

void RunsPanel::toggle(const QModelIndex& index) {
    if (!index.isValid()) return;
    const bool show = !index.data(RunModel::VisibleRole).toBool();
    const int id = index.data(RunModel::IdRole).toInt();
    std::vector<int> ids = chosenRuns();
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids = {id};
    for (const int run : ids) runs_.setVisible(run, show);
}

void RunsPanel::showOnly(const std::vector<int>& runs) {
    std::vector<int> all;
    for (const Run& run : runs_.runs()) all.push_back(run.id);
    for (const int run : all) runs_.setVisible(run, std::find(runs.begin(), runs.end(), run) != runs.end());
}

void RunsPanel::menuAt(const QPoint& position) {
    const QModelIndex index = table_->indexAt(position);
    if (!index.isValid()) return;
    if (!table_->selectionModel()->isRowSelected(index.row(), {})) table_->selectRow(index.row());
    const std::vector<int> chosen = chosenRuns();
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("runMenu"));
    menu.addAction(index.data(RunModel::VisibleRole).toBool() ? tr("Hide\tSpace") : tr("Show\tSpace"), this,
                   [&] { toggle(index); });
    menu.addAction(chosen.size() > 1 ? tr("Show only these\tReturn") : tr("Show only this\tReturn"), this,
                   [&] { showOnly(chosen); });
    menu.addAction(tr("Show all"), this, [&] {
        for (const auto& run : runs_.runs()) runs_.setVisible(run.id, true);
    });
    menu.addSeparator();
    emit menuRequested(menu);
    menu.setToolTipsVisible(true);
    menu.exec(table_->viewport()->mapToGlobal(position));
}

bool RunsPanel::eventFilter(QObject* object, QEvent* event) {
    if (object == table_->viewport() && event->type() == QEvent::Resize) fitColumns();
    if (object == table_->viewport() && event->type() == QEvent::MouseButtonPress) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const QModelIndex index = table_->indexAt(mouse->position().toPoint());
        if (mouse->button() == Qt::LeftButton && index.isValid() && index.column() == RunModel::Name &&
            mouse->position().x() < kSwatchWidth) {
            toggle(index);
            return true;
        }
    }
    if (object == table_ && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
        toggle(table_->currentIndex());
        return true;
    }
    if (object == table_ && event->type() == QEvent::KeyPress &&
        (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Return ||
         static_cast<QKeyEvent*>(event)->key() == Qt::Key_Enter)) {
        if (const std::vector<int> chosen = chosenRuns(); !chosen.empty()) showOnly(chosen);
        return true;
    }
    return QWidget::eventFilter(object, event);
}

void RunsPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg1));
}

}  // namespace tl
