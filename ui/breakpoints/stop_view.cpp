// Made once; a stop fills it in. What was looked at is looked at again at the next stop, where the op has it too.
#include "ui/breakpoints/stop_view.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/breakpoints/past_steps.h"
#include "ui/models/breakpoints.h"
#include "ui/models/picture.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "widgets/controls/controls.h"
#include "widgets/controls/pages.h"
#include "widgets/controls/quiet_table.h"
#include "widgets/image/picture_strip.h"
#include "widgets/plot/histogram_plot.h"

namespace tl {
namespace {

enum Column { Name, Role, ShapeOf, Norm, Least, Greatest, Mean, Deviation, Zeros, NotFinite, ColumnCount };

constexpr int kToken = Qt::UserRole + 1;  // of an item's colour, which another theme has otherwise

constexpr int kStepGap = 6, kLeastName = 140;  // px
constexpr QLatin1String kContinue("pauseAction"), kAgain("stepAgainAction");

QString number(double value) { return std::isnan(value) ? QStringLiteral("NaN") : QString::number(value, 'g', 3); }

// Of what is not finite: a sum of squares with NaN in it is NaN.
QString normOf(const StopValue& value) {
    if (value.statistics.nonFinite == 0) return number(value.statistics.norm());
    using Limits = std::numeric_limits<double>;
    return number(value.hasNan ? Limits::quiet_NaN() : Limits::infinity());
}

// A line for each row, which is the last axis, below the places in it; each begins with its own places: "2, 0, 5".
QString numbersIn(const LookRecord& look) {
    const auto width = static_cast<size_t>(look.shape.rank() > 0 ? std::max<int64_t>(1, look.shape[-1]) : 1);
    const size_t rows = (look.numbers.size() + width - 1) / width;
    const auto place = [&](size_t row) {
        QStringList places;
        for (int axis = look.shape.rank() - 2; axis >= 0; --axis) {
            const auto size = static_cast<size_t>(std::max<int64_t>(1, look.shape[axis]));
            places.prepend(QString::number(row % size));
            row /= size;
        }
        return places.join(QStringLiteral(", "));
    };
    qsizetype head = 0;
    for (size_t row = 0; row < rows; ++row) head = std::max(head, place(row).size());
    QString text(head, QLatin1Char(' '));
    for (size_t i = 0; i < std::min(width, look.numbers.size()); ++i)
        text += (head > 0 || i > 0 ? QStringLiteral(" ") : QString()) + QStringLiteral("%1").arg(i, 10);
    for (size_t i = 0; i < look.numbers.size(); ++i) {
        if (i % width == 0) text += QLatin1Char('\n') + place(i / width).leftJustified(head);
        if (i % width != 0 || head > 0) text += QLatin1Char(' ');
        text += QStringLiteral("%1").arg(number(static_cast<double>(look.numbers[i])), 10);
    }
    return text;
}

QString roleWord(StopValue::Role role) {
    switch (role) {
    case StopValue::Role::Input: return StopView::tr("reads");
    case StopValue::Role::Output: return StopView::tr("makes");
    case StopValue::Role::Gradient: return StopView::tr("gradient");
    }
    return {};
}

}  // namespace

StopView::StopView(Desk& desk, QWidget* parent)
    : QWidget(parent), desk_(desk), points_(desk.bench.controller.breakpoints()), pages_(new Pages) {
    setObjectName(QStringLiteral("stopView"));
    pages_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // a narrow window stays narrow
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(pages_);
    pages_->addWidget(makeNothing());
    auto* scroll = new QScrollArea;  // a low window stays low
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->viewport()->setAutoFillBackground(false);
    scroll->setWidget(makeStop());
    scroll->widget()->setAutoFillBackground(false);
    pages_->addWidget(scroll);
    connect(&points_, &Breakpoints::stopChanged, this, &StopView::refresh);
    connect(&points_, &Breakpoints::looked, this, [this](const std::shared_ptr<const LookRecord>& look) {
        if (points_.stop() && look->stop == points_.stop()->number && q(look->name) == chosen_) show(*look);
    });
    connect(&desk.bench.controller, &RunController::stateChanged, this, &StopView::refreshNothing);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        colourRows();
        if (points_.stop() && !chosen_.isEmpty()) choose(chosen_);  // its picture has colours of the theme's
    });
    // A graph that is there only now: once its panel has it, too.
    connect(
        &desk.bench.graph, &OpGraphModel::viewChanged, this,
        [this] {
            if (points_.stop() && desk_.bench.graph.pick().empty()) pickInGraph(*points_.stop());
        },
        Qt::QueuedConnection);
    refresh();
}

QWidget* StopView::makeNothing() {
    nothing_ = new EmptyState(QStringLiteral("record-circle"), tr("No run stands"));
    nothing_->setObjectName(QStringLiteral("nothingStands"));
    refreshNothing();
    return nothing_;
}

void StopView::refreshNothing() {
    const RunState state = desk_.bench.controller.state();
    const bool under = desk_.bench.controller.active();
    const bool paused = under && state == RunState::Paused;
    nothing_->setTitle(paused ? tr("The run is paused between two steps") : tr("No run stands"));
    nothing_->setSentence(
        paused ? tr("Nothing of a step is held there. Resume, to the next breakpoint, or stand in the step that comes.")
        : !under
            ? tr("Training stands still where a breakpoint says so: before or after a layer or an op, at a step, or where "
                 "a condition holds. Then what the op reads and makes is seen here, and its gradients.")
        : desk_.bench.controller.own()
            ? tr("Training is under way. It stands where a breakpoint says so, or at once, before the next step.")
            : tr("Another program trains this run. The breakpoints here do not reach it; it can stand before the next "
                 "step."));
    std::vector<EmptyState::Button> into;
    if (under && state != RunState::Starting)
        into.push_back({tr("Stand in the next step"), [this] { points_.advance(Advance::Op); }, true,
                        QStringLiteral("stepIntoButton")});
    nothing_->setButtons(std::move(into));
}

void StopView::addButton(QBoxLayout* row, const QString& action, const QString& text) {
    auto* button = new QToolButton;
    button->setObjectName(action + QStringLiteral("Button"));
    button->setText(text);
    button->setProperty("framed", true);
    Theme::instance().fixHeight(button, Theme::kControl);
    connect(button, &QToolButton::clicked, this, [this, action] { desk_.actions.trigger(action); });
    row->addWidget(button);
    actions_.emplace_back(action, button);
}

QWidget* StopView::makeStop() {
    auto* page = new QWidget;
    title_ = new ElidedLabel(Qt::ElideMiddle);
    title_->setObjectName(QStringLiteral("stopTitle"));
    title_->setType(ToneLabel::Title);
    why_ = new ToneLabel({}, Token::Warn);
    why_->setObjectName(QStringLiteral("stopWhy"));
    why_->setWordWrap(true);
    why_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QWidget *steps = new QWidget, *runs = new QWidget;
    QHBoxLayout *step = new QHBoxLayout(steps), *run = new QHBoxLayout(runs);
    for (QHBoxLayout* line : {step, run}) {
        line->setContentsMargins(0, 0, 0, 0);
        line->setSpacing(kStepGap);
    }
    addButton(step, QStringLiteral("stepOpAction"), tr("Op"));
    addButton(step, QStringLiteral("stepLayerAction"), tr("Layer"));
    addButton(step, QStringLiteral("stepPhaseAction"), tr("Phase"));
    addButton(step, QStringLiteral("stepAction"), tr("Step"));
    addButton(run, kAgain, tr("Again"));
    addButton(run, kContinue, tr("Continue"));
    for (QHBoxLayout* line : {step, run}) line->addStretch(1);
    auto* choice = new SegmentedBar;
    choice->setObjectName(QStringLiteral("stopParts"));
    choice->addSegment(tr("This op"));
    choice->addSegment(tr("Last steps"), tr("The steps before this one, with their batches"));
    auto* under = new QHBoxLayout;
    under->setSpacing(12);
    under->addWidget(choice, 0, Qt::AlignTop);  // stays where it is, however much there is to say
    under->addWidget(why_, 1, Qt::AlignVCenter);
    parts_ = new Pages;
    parts_->addWidget(makeOp());
    parts_->addWidget(past_ = new PastSteps(desk_.bench));
    connect(choice, &SegmentedBar::currentChanged, parts_, &QStackedWidget::setCurrentIndex);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    column->addWidget(title_);
    column->addWidget(
        new FoldingRow(steps, runs, kStepGap));  // above what grows and goes, so that they stay under the pointer
    column->addLayout(under);
    column->addWidget(parts_, 1);
    return page;
}

QWidget* StopView::makeOp() {
    auto* page = new QWidget;
    rows_ = new QStandardItemModel(0, ColumnCount, this);
    table_ = new QTableView;
    table_->setObjectName(QStringLiteral("stopValues"));
    table_->setAccessibleName(tr("What the op reads and makes"));
    table_->setModel(rows_);
    table_->setFrameShape(QFrame::NoFrame);
    makeQuiet(*table_);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(Theme::kTableRow));
    table_->setTextElideMode(Qt::ElideMiddle);
    table_->setWordWrap(false);  // at a "/", and the rest of the name would be out of sight
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(Name, QHeaderView::Fixed);
    table_->horizontalHeader()->moveSection(NotFinite, Norm);  // in sight where there is little room
    table_->horizontalHeader()->setMinimumSectionSize(Theme::instance().scaled(44));
    table_->viewport()->installEventFilter(this);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        if (index.isValid()) choose(index.siblingAtColumn(Name).data().toString());
    });

    chosenTitle_ = new ToneLabel({}, Token::Muted, ToneLabel::Mono);
    chosenTitle_->setObjectName(QStringLiteral("lookTitle"));
    histogram_ = new HistogramPlot;
    histogram_->setObjectName(QStringLiteral("lookHistogram"));
    histogram_->setMode(HistogramPlot::Mode::Overlay);
    histogram_->setMinimumHeight(80);  // the values and the buttons above want their room
    pictures_ = new PictureStrip;
    pictures_->setObjectName(QStringLiteral("lookPictures"));
    numbers_ = new QPlainTextEdit;
    numbers_->setObjectName(QStringLiteral("lookNumbers"));
    numbers_->setAccessibleName(tr("The first numbers"));
    numbers_->setReadOnly(true);
    numbers_->setLineWrapMode(QPlainTextEdit::NoWrap);
    numbers_->setFrameShape(QFrame::NoFrame);
    numbers_->setFont(Theme::instance().mono());
    auto* look = new QHBoxLayout;
    look->setSpacing(12);
    look->addWidget(histogram_, 3);
    look->addWidget(pictures_, 3);
    look->addWidget(numbers_, 4);

    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(table_, 2);
    column->addWidget(chosenTitle_);
    column->addLayout(look, 3);
    return page;
}

void StopView::refresh() {
    const Breakpoints::Stop& stop = points_.stop();
    pages_->setCurrentIndex(stop ? 1 : 0);
    past_->show(stop);
    if (stop) show(*stop);
}

void StopView::show(const StopRecord& stop) {
    const QString place = q(stop.place);
    const Run* run = desk_.bench.runs.find(desk_.bench.controller.currentRun());
    const QString at = place.left(1).toUpper() + place.mid(1);
    title_->setText(run ? QStringLiteral("%1 · %2").arg(at, desk_.bench.runs.titleOf(run->id).text()) : at);
    why_->setToken(stop.last ? Token::Bad : Token::Warn);
    why_->setText(
        stop.last ? tr("%1. The run cannot continue. See below what made it; for the next one lower the learning rate.")
                        .arg(q(stop.why))
                  : q(stop.why));
    for (const auto& [action, button] : actions_) {
        const QString key = desk_.actions.keyText(action), help = desk_.actions.help(action);
        if (action == kContinue) button->setText(stop.last ? tr("End run") : tr("Continue"));
        button->setToolTip(key.isEmpty() ? help : help.isEmpty() ? key : QStringLiteral("%1 (%2)").arg(help, key));
        button->setAccessibleName(desk_.actions.name(action));
        button->setEnabled(!stop.last || action == kContinue || action == kAgain);  // nothing follows
    }
    showRows(stop);
    pickInGraph(stop);
}

void StopView::showRows(const StopRecord& stop) {
    rows_->removeRows(0, rows_->rowCount());
    rows_->setHorizontalHeaderLabels({tr("Value"), tr("The op"), tr("Shape"), tr("Norm"), tr("Min"), tr("Max"),
                                      tr("Mean"), tr("Deviation"), tr("Zeros"), tr("Not finite")});
    for (int column = Norm; column < ColumnCount; ++column)
        rows_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    const Theme& theme = Theme::instance();
    // What has gone wrong is looked at first, the op's own before what it reads; else what it made just now.
    int keep = -1, broken = -1, fresh = -1;
    bool made = false;
    for (const StopValue& value : stop.values) {
        const Statistics& s = value.statistics;
        const double count = std::max<double>(1, static_cast<double>(s.count));
        QStringList texts{q(value.name), roleWord(value.role), q(value.shape.toString())};
        const auto finite = [&](double of) { return s.nonFinite < s.count ? number(of) : QStringLiteral("–"); };
        if (value.made)
            texts << normOf(value) << finite(s.min) << finite(s.max) << finite(s.mean()) << finite(s.deviation())
                  << QStringLiteral("%1 %").arg(100 * static_cast<double>(s.zeros) / count, 0, 'f', 1)
                  << QString::number(s.nonFinite);
        else
            texts << tr("comes later");
        QList<QStandardItem*> row;
        for (int i = 0; i < texts.size(); ++i) {
            auto* item = new QStandardItem(texts[i]);
            if (i != Role) item->setFont(theme.mono());
            if (i == Name) item->setToolTip(plainTip(texts[i]));
            if (i >= Norm && value.made) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            item->setData(static_cast<int>(i == NotFinite && s.nonFinite > 0 ? Token::Bad
                                           : i == Role || !value.made        ? Token::Muted
                                                                             : Token::Text),
                          kToken);
            row << item;
        }
        rows_->appendRow(row);
        if (q(value.name) == chosen_) keep = rows_->rowCount() - 1;
        if (fresh < 0 && value.made && value.role == StopValue::Role::Output) fresh = rows_->rowCount() - 1;
        const bool own = value.role != StopValue::Role::Input;
        if (value.made && s.nonFinite > 0 && (broken < 0 || (own && !made))) broken = rows_->rowCount() - 1, made = own;
    }
    colourRows();
    fitNames();
    if (stop.why.empty() && keep >= 0) broken = -1;  // single steps leave the person where he looks
    if (rows_->rowCount() > 0) table_->selectRow(broken >= 0 ? broken : keep >= 0 ? keep : std::max(fresh, 0));
}

// Numbers are shown whole. Where names have no room beside them, nothing is said of what is finite everywhere; then the
// middle of long names gives way.
void StopView::fitNames() {
    const int least = Theme::instance().scaled(kLeastName),
              wanted = static_cast<const QAbstractItemView*>(table_)->sizeHintForColumn(Name) + 1;
    const auto room = [this] {
        int numbers = 0;
        for (int column = Name + 1; column < ColumnCount; ++column) numbers += table_->columnWidth(column);
        return table_->viewport()->width() - numbers;
    };
    bool finite = true;
    for (int row = 0; row < rows_->rowCount(); ++row)
        if (const QStandardItem* item = rows_->item(row, NotFinite)) finite = finite && item->text().toInt() == 0;
    table_->setColumnHidden(NotFinite, false);
    table_->setColumnHidden(NotFinite, finite && room() < wanted);
    table_->setColumnWidth(Name, std::max(least, std::min(wanted, room())));
}

bool StopView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) fitNames();
    return QWidget::eventFilter(watched, event);
}

void StopView::colourRows() {
    for (int row = 0; row < rows_->rowCount(); ++row)
        for (int column = 0; column < rows_->columnCount(); ++column)
            if (QStandardItem* item = rows_->item(row, column))
                item->setForeground(Theme::instance().color(static_cast<Token>(item->data(kToken).toInt())));
}

void StopView::choose(const QString& name) {
    chosen_ = name;
    if (desk_.bench.controller.own()) return points_.look(name);
    chosenTitle_->setText(name);
    histogram_->setMessage(tr("Another program trains this run and has its histograms, pictures and numbers in memory: "
                              "they are seen there, on its terminal with “look %1”.")
                               .arg(name));
    pictures_->setMessage({});
    numbers_->clear();
}

void StopView::show(const LookRecord& look) {
    chosenTitle_->setText(QStringLiteral("%1 · %2").arg(q(look.name), q(look.shape.toString())));
    if (!look.problem.empty()) {
        histogram_->setMessage(q(look.problem));
        pictures_->setMessage(QString());
        numbers_->clear();
        return;
    }
    histogram_->setMessage({});
    Distribution distribution;
    distribution.edges = look.histogram->edges;
    distribution.counts = look.histogram->counts;
    histogram_->setSlices({std::move(distribution)});
    pictures_->setVisible(look.pictures != nullptr);  // else the numbers have the room
    if (look.pictures) pictures_->setPictures(toQImages(*look.pictures));
    numbers_->setPlainText(numbersIn(look));
}

void StopView::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg1));
}

// In the Graph workspace the op is picked: by its name, or where a fused one has done away with it, by its layer.
void StopView::pickInGraph(const StopRecord& stop) {
    OpGraphModel& graph = desk_.bench.graph;
    if (graph.kind() == GraphKind::Foreign) return;
    if (const int node = graph.view()->nodeDoing(stop.name); node >= 0)
        graph.reveal({node, -1});
    else if (!stop.layer.empty())
        if (const int node = graph.mainOf(graph.nodesOf({q(stop.layer)})); node >= 0) graph.reveal({node, -1});
}

}  // namespace tl
