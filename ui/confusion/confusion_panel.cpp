// See the header. A table of items does: it is filled once an epoch, and a network has few classes.
#include "ui/confusion/confusion_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QPaintEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/layers/metric_type.h"
#include "engine/run/run_evaluations.h"
#include "engine/train/test_time_augmentation.h"
#include "ui/confusion/evaluation_choice.h"
#include "ui/confusion/numbers_view.h"
#include "ui/models/evaluation_text.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "widgets/controls/controls.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/quiet_table.h"
#include "widgets/matrix/heat_map.h"
#include "widgets/theme/theme.h"

namespace tl {

// ms. Small networks end an epoch every few ms; each new sentence lays the whole window out anew.
static constexpr int kApart = 250;
static constexpr int kTitleRoom = 220;

ConfusionPanel::ConfusionPanel(RunModel& runs, QWidget* parent) : QWidget(parent), runs_(runs) {
    setObjectName(QStringLiteral("confusionPanel"));
    title_ = new ToneLabel({}, Token::Muted, ToneLabel::Caption);
    title_->setObjectName(QStringLiteral("confusionTitle"));
    title_->setWordWrap(true);
    choice_ = new EvaluationChoice(QStringLiteral("confusionSplit"));
    connect(choice_, &EvaluationChoice::changed, this, &ConfusionPanel::refresh);
    map_ = new HeatMap;
    map_->setObjectName(QStringLiteral("confusionMap"));
    connect(map_, &HeatMap::activated, this, &ConfusionPanel::requestCell);
    map_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(map_, &HeatMap::customContextMenuRequested, this, [this](const QPoint& at) {
        const QPoint cell = map_->currentCell();
        emit menuRequested(map_->mapToGlobal(at), cell.x(), cell.y());
    });
    wrong_ = new QPushButton(tr("Show wrong ones"));
    wrong_->setObjectName(QStringLiteral("showAllWrong"));
    wrong_->setToolTip(tr("Those that were taken for another class than their own, the surest first: labels that are "
                          "wrong are among these"));
    connect(wrong_, &QPushButton::clicked, this, &ConfusionPanel::requestAllWrong);
    table_ = new QTableWidget(0, 5);
    table_->setObjectName(QStringLiteral("classTable"));
    table_->setAccessibleName(tr("Precision and recall of each class"));
    table_->setHorizontalHeaderLabels(
        {tr("class"), tr("precision"), tr("recall"), QStringLiteral("F1"), tr("samples")});
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    makeQuiet(*table_);
    table_->verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(Theme::kTableRow));
    auto* header = table_->horizontalHeader();
    header->setMinimumSectionSize(40);
    table_->setStyleSheet(
        QStringLiteral("QTableWidget::item { padding: 0; } QHeaderView::section { padding: 0 3px; }"));
    for (int column = 0; column < 5; ++column) header->setSectionResizeMode(column, QHeaderView::Fixed);
    table_->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    for (int column = 1; column < 5; ++column) {
        table_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }

    auto* filled = new QWidget;
    auto* column = new QVBoxLayout(filled);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(8);
    column->addWidget(choice_);
    column->addWidget(title_);
    column->addWidget(map_);
    column->addWidget(wrong_, 0, Qt::AlignLeft);
    column->addWidget(table_, 1);
    empty_ = new EmptyState(QStringLiteral("grid-3x3-gap"), emptyTitle(), emptySentence());
    pages_ = new QStackedWidget(this);
    pages_->addWidget(empty_);
    pages_->addWidget(filled);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(pages_);

    connect(&runs, &RunModel::runAdded, this, [this](int id) {
        // Others' runs have no matrix, one of another program waits to be chosen, and none takes the place of a run
        // under way. One that comes with its matrix was there before: it comes back from where it was deleted to.
        const Run *added = runs_.find(id), *now = runs_.find(run_);
        const bool back = !added->confusion.isEmpty() || !added->matrices().empty();
        if (now && (added->foreign || added->elsewhere || back || (now->live() && !added->live()))) return;
        setRun(id);
    });
    connect(&runs, &RunModel::confusionChanged, this, [this](int run) {
        if (run != run_) return;
        const EvaluationRecord* last = lastEvaluation();
        const bool another = last && last->wallTime != evaluatedAt_;
        if (last) evaluatedAt_ = last->wallTime;
        if (another && choice_->choose(evaluationKey(*last))) return;  // it was asked for
        if (stale_ = pause_.isActive(); !stale_) {
            refresh();
            pause_.start(kApart);
        }
    });
    pause_.setSingleShot(true);
    connect(&pause_, &QTimer::timeout, this, [this] {
        if (!std::exchange(stale_, false)) return;
        refresh();
        pause_.start(kApart);
    });
    const auto lookAgain = [this] { setRun(runs_.find(run_) ? run_ : newest()); };
    connect(&runs, &RunModel::modelReset, this, lookAgain);
    connect(&runs, &RunModel::runsRemoved, this, lookAgain);
    connect(&runs, &RunModel::dataChanged, this, [this] {  // it has another name
        if (const Run* run = runs_.find(run_); run && !named_.isEmpty() && runs_.titleOf(run_).text() != named_)
            refresh();
    });
    // Letters of another size, a scroll bar that takes room, or a page that was filled before it had its width.
    connect(
        &Theme::instance(), &Theme::changed, this,
        [this] {
            if (runs_.find(run_)) refresh();
        },
        Qt::QueuedConnection);
    for (const QScrollBar* bar : {table_->verticalScrollBar(), table_->horizontalScrollBar()})
        connect(bar, &QScrollBar::rangeChanged, this, &ConfusionPanel::fitColumns, Qt::QueuedConnection);
    setRun(newest());  // made again, in another language
}

// Of ours: only they have a matrix.
int ConfusionPanel::newest() const {
    const Run* newest = nullptr;
    for (const Run& run : runs_.runs())
        if (!run.foreign &&
            (!newest || std::pair(run.live(), run.started) >= std::pair(newest->live(), newest->started)))
            newest = &run;
    return newest ? newest->id : -1;
}

QString ConfusionPanel::emptyTitle() { return tr("No validation yet"); }

QString ConfusionPanel::emptySentence() {
    return tr("After each epoch with a validation, this shows which classes are taken for which.");
}

void ConfusionPanel::setNumbers(NumbersView* view) {
    numbers_ = view;
    view->setShown(isVisible());
    pages_->addWidget(view);
    connect(view, &NumbersView::filledChanged, this, [this] {
        if (pages_->currentIndex() == 1) return;  // a matrix
        pages_->setCurrentWidget(numbers_->filled() ? static_cast<QWidget*>(numbers_) : empty_);
    });
    refresh();
}

void ConfusionPanel::setEmptyState(const QString& title, const QString& sentence, const QString& button) {
    empty_->setTitle(title);
    empty_->setSentence(sentence);
    std::vector<EmptyState::Button> ways;
    if (!button.isEmpty())
        ways.push_back({button, [this] { emit emptyActionRequested(); }, true, QStringLiteral("confusionEmptyAction")});
    empty_->setButtons(std::move(ways));
}

// In a narrow dock the class keeps its name: the count goes first (the row's tooltip has it), then F1. What still does
// not fit is scrolled to.
void ConfusionPanel::fitColumns() {
    constexpr int kPad = 14;
    auto* header = table_->horizontalHeader();
    const int number = QFontMetrics(Theme::instance().mono()).horizontalAdvance(QStringLiteral("0.000")) + 14;
    const QFontMetrics words(header->font()), names(Theme::instance().font(12));
    int longest = words.horizontalAdvance(tr("class"));
    for (int row = 0; row < table_->rowCount(); ++row)
        if (const QTableWidgetItem* item = table_->item(row, 0))
            longest = std::max(longest, names.horizontalAdvance(item->text()));
    const int room = table_->viewport()->width();
    const int least = std::min(longest + kPad, Theme::instance().scaled(90));
    int left = room - least;
    for (const int column : {2, 1, 3, 4}) {
        table_->setColumnHidden(column, false);  // hidden ones have no hint
        int wide = std::max({number, header->sectionSizeHint(column),
                             words.horizontalAdvance(table_->horizontalHeaderItem(column)->text()) + kPad});
        for (int row = 0; column == 4 && row < table_->rowCount(); ++row)
            if (const QTableWidgetItem* item = table_->item(row, column))
                wide = std::max(wide, QFontMetrics(item->font()).horizontalAdvance(item->text()) + kPad);
        const bool fits = column < 3 || left >= wide;
        if (!fits) {
            table_->setColumnHidden(column, true);
            continue;
        }
        table_->setColumnWidth(column, wide);
        left -= wide;
    }
    table_->setColumnWidth(0, least + std::max(0, left));
}

void ConfusionPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // When the table has its own new size.
    QMetaObject::invokeMethod(this, &ConfusionPanel::fitColumns, Qt::QueuedConnection);
}

void ConfusionPanel::showEvent(QShowEvent*) {
    if (numbers_) numbers_->setShown(true);
}

void ConfusionPanel::hideEvent(QHideEvent*) {
    if (numbers_) numbers_->setShown(false);
}

const EvaluationRecord* ConfusionPanel::lastEvaluation() const {
    const EvaluationRecord* last = nullptr;
    if (const Run* run = runs_.find(run_))
        for (const EvaluationRecord* one : run->matrices())
            if (!last || one->wallTime > last->wallTime) last = one;
    return last;
}

void ConfusionPanel::setRun(int run) {
    named_.clear();
    if (std::exchange(run_, run) != run) {
        const QSignalBlocker quiet(choice_);  // what is there stays as it is until this one has its own
        choice_->choose(EvaluationChoice::kValidation);
    }
    pause_.stop();
    stale_ = false;
    evaluatedAt_ = lastEvaluation() ? lastEvaluation()->wallTime : 0;
    refresh();
}

// The matrix needs the room that a long name would take.
QString ConfusionPanel::cut(const QString& name) const {
    return title_->fontMetrics().elidedText(name, Qt::ElideMiddle, Theme::instance().scaled(kTitleRoom));
}

// asked: of an evaluation, else of the validation after that epoch. right: -1: the scores are no numbers.
QString ConfusionPanel::sentence(const QString& name, const EvaluationRecord* asked, qint64 epoch, qint64 right,
                                 qint64 all) const {
    if (!asked)
        return right < 0 ? tr("%1, validation after epoch %2: the network's scores are no numbers")
                               .arg(name, QString::number(epoch))
                         : tr("%1, validation after epoch %2: %3 of %4 right")
                               .arg(name, QString::number(epoch), grouped(right), grouped(all));
    const QString file = q(asked->checkpoint), step = grouped(asked->step), data = cut(evaluationTitle(*asked));
    if (isOfOtherData(*asked))
        return right < 0
                   ? tr("%1 on “%2”, %3 of step %4: the network's scores are no numbers").arg(name, data, file, step)
                   : tr("%1 on “%2”, %3 of step %4: %5 of %6 right")
                         .arg(name, data, file, step, grouped(right), grouped(all));
    return right < 0 ? tr("%1, test split, %2 of step %3: the network's scores are no numbers").arg(name, file, step)
                     : tr("%1, test split, %2 of step %3: %4 of %5 right")
                           .arg(name, file, step, grouped(right), grouped(all));
}

void ConfusionPanel::refresh() {
    const Run* run = runs_.find(run_);
    // A run that has just begun leaves the last one's matrix in place until it has its own.
    const auto matrices = run ? run->matrices() : std::vector<const EvaluationRecord*>();
    const bool numbers = numbers_ && run && !run->foreign && run->classNames.isEmpty();
    if (numbers_) numbers_->setRun(numbers ? run_ : -1);
    if (!run || (run->confusion.isEmpty() && matrices.empty())) {
        const bool anyLeft = map_->isVisibleTo(this) && run && run->live() && !numbers;
        if (!anyLeft)
            pages_->setCurrentWidget(numbers && numbers_->filled() ? static_cast<QWidget*>(numbers_) : empty_);
        if (numbers) named_ = runs_.titleOf(run_).text();
        choice_->offer(false, {});  // what is left is the last run's, one of its own
        return;
    }
    named_ = runs_.titleOf(run_).text();
    pages_->setCurrentIndex(1);
    choice_->offer(!run->confusion.isEmpty(), matrices);
    mapOf_ = run_;
    mapOn_ = choice_->current();
    const auto shown = std::ranges::find_if(matrices, [&](const auto* one) { return evaluationKey(*one) == mapOn_; });
    const EvaluationRecord* const asked = shown == matrices.end() ? nullptr : *shown;  // null: the validation
    const QVector<qint64> matrix =
        asked ? QVector<qint64>(asked->confusion.begin(), asked->confusion.end()) : run->confusion;
    map_->setMatrix(run->classNames, matrix);
    qint64 right = 0, all = 0;
    for (qsizetype i = 0; i < matrix.size(); ++i) {
        all += matrix[i];
        if (i % (run->classNames.size() + 1) == 0) right += matrix[i];
    }
    wrong_->setEnabled(right < all);
    const QString name = cut(named_);
    title_->setToolTip(name == run->name ? QString() : plainTip(run->name));
    // A sample that was taken for nothing is not counted.
    const qint64 read = asked ? asked->images : run->validated, unread = asked ? asked->unread : run->unread;
    const bool none = all == 0 && read + unread == 0;  // as runs of older versions tell it
    title_->setText(sentence(name, asked, run->confusionEpoch + 1, none ? -1 : right, all));
    if (read > all)
        title_->setText(title_->text() + QStringLiteral(" · ") +
                        tr("samples whose scores are no numbers: %1").arg(grouped(read - all)));
    if (unread > 0)
        title_->setText(title_->text() + QStringLiteral(" · ") +
                        tr("samples that could not be read: %1").arg(grouped(unread)));
    if (asked && asked->views > 1) title_->setText(title_->text() + QStringLiteral(" · ") + q(viewsText(asked->views)));
    fillTable(run->classNames, matrix);
}

bool ConfusionPanel::anyWrong() const { return pages_->currentIndex() == 1 && wrong_->isEnabled(); }
void ConfusionPanel::requestCell(int label, int predicted) {
    emit samplesRequested(mapOf_, q(mapOn_), label, predicted);
}

void ConfusionPanel::fillTable(const QStringList& names, const QVector<qint64>& matrix) {
    const auto scores = classScores(std::vector<int64_t>(matrix.begin(), matrix.end()));
    const int scrolled = table_->verticalScrollBar()->value();
    table_->setRowCount(static_cast<int>(scores.size()));
    for (int row = 0; row < table_->rowCount(); ++row) {
        const ClassScores& one = scores[static_cast<size_t>(row)];
        const auto share = [](double value) { return QString::number(value, 'f', 3); };
        const QString texts[] = {names.value(row), share(one.precision), share(one.recall), share(one.f1),
                                 grouped(one.images)};
        for (int column = 0; column < 5; ++column) {
            QTableWidgetItem* item = table_->item(row, column);
            if (!item) table_->setItem(row, column, item = new QTableWidgetItem);
            item->setText(texts[column]);
            item->setToolTip(plainTip(tr("%1: precision %2, recall %3, F1 %4, of %5 samples")
                                          .arg(texts[0], texts[1], texts[2], texts[3], texts[4])));
            if (column == 0) continue;
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            item->setFont(Theme::instance().mono());
        }
    }
    table_->verticalScrollBar()->setValue(scrolled);
    fitColumns();
}

void ConfusionPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg1));
}

}  // namespace tl
