// Charts appear when the first run brings their metric, always in the same order: pinned ones, loss, accuracy, other
// metrics, then speed and rate. What is set at the top is handed to every chart, also to those that come later.
#include "ui/scalars/scalars_panel.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QPaintEvent>
#include <QPainter>
#include <QPointer>
#include <QSet>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "ui/models/text.h"
#include "ui/scalars/chart_grid.h"
#include "ui/scalars/chart_memory.h"
#include "ui/scalars/export_progress.h"
#include "ui/scalars/points_writer.h"
#include "ui/scalars/scalars_bar.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/labels.h"

namespace tl {

namespace {

constexpr size_t kFewCharts = 12;  // so many need no captions, and are made at once
constexpr int kTurnMs = 4;         // for charts of which there are more

// Where a metric's chart stands among the others.
int rank(const QString& tag) {
    static const QStringList order{QStringLiteral("loss"), QStringLiteral("accuracy")};
    if (const auto at = order.indexOf(tag); at >= 0) return static_cast<int>(at);
    if (tag == QLatin1String("images_per_second")) return 100;
    if (tag == QLatin1String("learning_rate")) return 101;
    return 50;
}

QString chartTagOf(const QString& scalar) { return scalar.startsWith(QLatin1String("val_")) ? scalar.mid(4) : scalar; }

}  // namespace

ScalarsPanel::ScalarsPanel(RunModel& runs, QSettings* settings, std::function<QString()> project) : runs_(runs) {
    setObjectName(QStringLiteral("scalarsPanel"));
    emptySentence_ = tr("Loss and accuracy are drawn here while a network trains.");
    emptyButton_ = tr("Train");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    bar_ = new ScalarsBar(this);
    column->addWidget(bar_);
    problem_ = new ToneLabel({}, Token::Bad);
    problem_->setObjectName(QStringLiteral("runProblem"));
    problem_->setWordWrap(true);
    problem_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    problem_->setContentsMargins(14, 2, 14, 8);
    problem_->hide();
    column->addWidget(problem_);
    writing_ = new ExportProgress;
    connect(writing_, &ExportProgress::turned, this, &ScalarsPanel::writing);
    column->addWidget(writing_);
    pages_ = new QStackedWidget;
    empty_ = new EmptyState(QStringLiteral("graph-down"), {});
    empty_->setObjectName(QStringLiteral("scalarsEmpty"));
    grid_ = new ChartGrid;
    pages_->addWidget(empty_);
    pages_->addWidget(grid_);
    column->addWidget(pages_, 1);
    dragged_ = new ToneLabel({}, Token::Text, ToneLabel::Title, this);
    dragged_->setObjectName(QStringLiteral("draggedTitle"));
    Theme::instance().style(
        dragged_, QStringLiteral("background: @bg3; color: @text; border: 1px solid @accent; border-radius: 6px; "
                                 "padding: 4px 10px"));
    dragged_->setAttribute(Qt::WA_TransparentForMouseEvents);
    dragged_->hide();

    arranging_.setSingleShot(true);
    connect(&arranging_, &QTimer::timeout, this, [this] {
        dropEmpty();
        arrange();
    });
    making_.setSingleShot(true);
    connect(&making_, &QTimer::timeout, this, [this] {
        if (isVisible()) makeAwaited(false);
    });
    connect(bar_, &ScalarsBar::smoothingChanged, this, [this](double weight) {
        for (auto* chart : charts_) chart->plot().setSmoothing(weight);
        if (settings_) settings_->setValue(QStringLiteral("charts/smoothing"), weight);
    });
    connect(bar_, &ScalarsBar::filterChanged, this, [this](const QString& text) {
        filter_ = TagFilter(text);
        arrangeSoon();
    });
    connect(grid_, &ChartGrid::foldedChanged, this, [this] {
        if (settings_) settings_->setValue(QStringLiteral("charts/folded"), grid_->folded());
    });
    connect(bar_, &ScalarsBar::axisChosen, this, &ScalarsPanel::setAxis);
    connect(bar_, &ScalarsBar::pngRequested, this, &ScalarsPanel::exportPng);
    connect(bar_, &ScalarsBar::svgRequested, this, &ScalarsPanel::exportSvg);
    connect(bar_, &ScalarsBar::csvRequested, this, &ScalarsPanel::exportCsv);
    connect(&runs_, &RunModel::runAdded, this, [this](int run) {
        sync({run});
        retitle();
        claim();
        refreshPage();
    });
    connect(&runs_, &RunModel::scalarsAppended, this, [this](int run) {
        sync({run});
        if (reading_) refreshPage();
    });
    connect(&runs_, &RunModel::runsRemoved, this, [this](const QList<int>& gone) {
        for (const int run : gone) names_.remove(run);
        for (auto* chart : charts_) chart->curves().forget(gone);
        dropEmpty();
        retitle();
        claim();
        arrange();
    });
    connect(&runs_, &RunModel::curvesTakenBack, this, [this](int run) {
        for (auto* chart : charts_) chart->curves().forget({run});
        sync({run});
        arrangeSoon();  // when all that comes for it is there
    });
    connect(&runs_, &RunModel::visibilityChanged, this, [this](const QList<int>& changed) {
        sync(changed);
        retitle();
        arrangeSoon();
    });
    connect(&runs_, &RunModel::stateChanged, this, [this] {
        claim();
        refreshPage();
    });
    connect(&runs_, &RunModel::readingChanged, this, &ScalarsPanel::refreshPage);
    connect(&runs_, &QAbstractItemModel::dataChanged, this, &ScalarsPanel::retitle);
    connect(&runs_, &QAbstractItemModel::modelReset, this, [this] {
        for (auto* chart : charts_) chart->deleteLater();
        charts_.clear();
        awaited_.clear();
        steps_.clear();
        dragged_->hide();
        grid_->setSections({});
        claim();
        syncAll();
        refreshPage();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
    for (auto* writer : runs_.findChildren<PointsWriter*>()) follow(*writer);
    if (settings) remember(*settings, std::move(project));  // before there is a chart
    claim();
    syncAll();
    refreshPage();
}

ScalarsPanel::~ScalarsPanel() = default;

QWidget* ScalarsPanel::header() const { return bar_; }

void ScalarsPanel::remember(QSettings& settings, std::function<QString()> project) {
    setSmoothing(settings.value(QStringLiteral("charts/smoothing"), smoothing()).toDouble());
    if (const auto axis = scalar_axis::find(settings.value(QStringLiteral("charts/x")).toString())) setAxis(*axis);
    if (settings.value(QStringLiteral("charts/deviation")).toBool()) setBand(PlotBand::Deviation);
    grid_->setFolded(settings.value(QStringLiteral("charts/folded")).toStringList());
    settings_ = &settings;
    memory_ = std::make_unique<ChartMemory>(settings, std::move(project));
}

void ScalarsPanel::projectChanged(const QString& before, const QString& now) {
    if (memory_) memory_->carryOver(before, now);
}

void ScalarsPanel::setEmptyState(const QString& sentence, const QString& button) {
    emptySentence_ = sentence;
    emptyButton_ = button;
    refreshPage();
}

// Empty: no run at all, or none that is shown; busy: a run that is shown has no point yet, or its curves are still on
// disk; charts otherwise.
void ScalarsPanel::refreshPage() {
    const auto& runs = runs_.runs();
    const Run* newest = runs.empty() ? nullptr : &runs.back();
    const bool failed = newest && newest->state == RunState::Failed, begins = newest && newest->live();
    const bool any = std::any_of(charts_.begin(), charts_.end(), [](auto* chart) { return chart->curves().shown(); });
    const bool fitting = std::any_of(charts_.begin(), charts_.end(),
                                     [this](auto* chart) { return chart->curves().shown() && fits(*chart); });
    const QString wrong = failed                                ? q(newest->message)
                          : newest && !newest->problems.empty() ? q(newest->problems.front())
                                                                : QString();
    problem_->setText(wrong.isEmpty() || runs.size() < 2 ? wrong
                                                         : tr("%1: %2").arg(runs_.titleOf(newest->id).text(), wrong));
    problem_->setVisible(!wrong.isEmpty() && !charts_.empty());
    bar_->setVisible(!charts_.empty());
    const auto onDisk = std::ranges::count_if(runs, [](const Run& run) { return run.shown() && !run.whole; });
    reading_ = !any && onDisk > 0;
    if (fitting) {
        pages_->setCurrentWidget(grid_);
        return;
    }
    std::vector<EmptyState::Button> ways;
    if (any) {
        empty_->setMood(EmptyState::Empty);
        empty_->setTitle(tr("Nothing fits the filter"));
        empty_->setSentence(tr("No metric's name holds “%1”.").arg(bar_->filter()));
    } else if (begins && newest->shown()) {
        empty_->setMood(EmptyState::Busy);
        empty_->setTitle(tr("Starting"));
        empty_->setSentence(tr("The network is being prepared; the first points come with the first step."));
    } else if (reading_) {
        empty_->setMood(EmptyState::Busy);
        empty_->setTitle(tr("Reading the curves"));
        empty_->setSentence(tr("Of %n run(s) that lie on disk.", nullptr, static_cast<int>(onDisk)));
    } else if (begins || !charts_.empty()) {
        empty_->setMood(EmptyState::Empty);
        empty_->setTitle(tr("All runs are hidden"));
        empty_->setSentence(tr("The table of runs shows and hides them by their colour, or by its filter."));
        if (std::any_of(runs.begin(), runs.end(), [](const Run& run) { return !run.visible; }))
            ways.push_back({tr("Show all runs"), [this] { runs_.setVisible([](const Run&) { return true; }); }, true,
                            QStringLiteral("showAllRuns")});
    } else {
        const bool unknown = runs.empty() && runs_.reading();
        empty_->setMood(unknown ? EmptyState::Busy : failed ? EmptyState::Failed : EmptyState::Empty);
        empty_->setTitle(unknown ? tr("Reading the runs") : failed ? tr("The run failed") : tr("No runs yet"));
        empty_->setSentence(unknown  ? tr("Those of this project that lie on disk.")
                            : failed ? q(newest->message)
                                     : emptySentence_);
        if (!emptyButton_.isEmpty())
            ways.push_back(
                {emptyButton_, [this] { emit emptyActionRequested(); }, true, QStringLiteral("scalarsEmptyAction")});
    }
    empty_->setButtons(std::move(ways));
    pages_->setCurrentWidget(empty_);
}

ChartCard* ScalarsPanel::chart(const QString& tag) const {
    const auto found =
        std::find_if(charts_.begin(), charts_.end(), [&](auto* chart) { return chart->tags().contains(tag); });
    return found == charts_.end() ? nullptr : *found;
}

void ScalarsPanel::adopt(ChartCard* card) {
    for (const QString& tag : card->tags()) awaited_.removeAll(tag);
    LinePlot& plot = card->plot();
    plot.setSmoothing(smoothing());
    card->curves().setBand(band_);
    card->curves().setGroups(groups_, groupColors_);
    card->curves().setClaims(claims_);
    card->setAxis(axis_);
    if (memory_) card->setView(memory_->view(card->tag(), axis_));
    if (!charts_.empty() && !charts_.front()->plot().following())  // one x zoom for all
        plot.setXRange(charts_.front()->plot().xFrom(), charts_.front()->plot().xTo());
    connect(card, &ChartCard::placeChanged, this, &ScalarsPanel::arrange);
    connect(card, &ChartCard::viewChanged, this, [this, card](const ChartView& before) {
        if (memory_) memory_->keep(*card);
        recordView(*card, before);
    });
    connect(card, &ChartCard::titleDragged, this, [this, card](const QPoint& at) { dragTo(*card, at); });
    connect(card, &ChartCard::titleDropped, this, [this, card](const QPoint& at) { dropAt(*card, at); });
    // From the card's own menus, of which it must not be taken away.
    connect(
        card, &ChartCard::takeOutRequested, this, [this, card](const QString& tag) { takeOut(*card, tag); },
        Qt::QueuedConnection);
    connect(&plot, &LinePlot::menuOpening, this, &ScalarsPanel::chartMenuOpening);
    connect(card, &ChartCard::menuOpened, this, [this, card](QMenu& menu) { offerTags(*card, menu); });
    connect(&plot, &LinePlot::xZoomed, this, [this, card](double from, double to) {
        for (auto* other : charts_)
            if (other != card) other->plot().setXRange(from, to);
    });
    connect(&plot, &LinePlot::fitted, this, [this, card] {
        for (auto* other : charts_)
            if (other != card) other->plot().fit();
    });
    connect(&plot, &LinePlot::cursorMoved, this, [this, card](double x) {
        for (auto* other : charts_)
            if (other != card) other->plot().setCursor(x);
    });
    connect(&plot, &LinePlot::seriesClicked, this, [this, card](int series) {
        if (const int run = card->curves().runOf(series); run >= 0) emit runPicked(run);
    });
    connect(&plot, &LinePlot::exporting, this, [this, plot = QPointer(&plot)](const QString& path, double share) {
        if (!writing_->running() && plot) {
            writing_->begin(path, [plot] {
                if (plot) plot->cancelExport();
            });
            // With its chart the word of its end goes.
            connect(plot, &QObject::destroyed, writing_, [writing = writing_, path] { writing->end(path); });
        }
        writing_->set(path, share);
    });
    connect(&plot, &LinePlot::exported, this, [this](const QString& path, const QString& error) {
        writing_->end(path);
        emit exportFinished(path, error);
    });
    connect(&plot, &LinePlot::exportCancelled, writing_, &ExportProgress::end);
}

ChartCard* ScalarsPanel::make(const QStringList& tags) {
    auto* card = new ChartCard(runs_, tags.front(), grid_);
    if (tags.size() > 1) card->setTags(tags);
    adopt(card);
    charts_.push_back(card);
    return card;
}

// One run more, or another name, and others may be told apart by something else.
void ScalarsPanel::retitle() {
    if (std::exchange(titled_, runs_.revision()) == runs_.revision()) return;
    for (auto it = names_.begin(); it != names_.end(); ++it) {
        const Run* run = runs_.find(it.key());
        const std::pair now(runs_.titleOf(it.key()).text(), run ? run->color : -1);
        if (now == it.value()) continue;
        it.value() = now;
        for (auto* chart : charts_) chart->curves().rename(it.key());
    }
}

void ScalarsPanel::setChosenRun(int run) {
    chosen_ = run;
    claim();
}

void ScalarsPanel::claim() {
    QHash<int, int> claims;
    for (const Run& run : runs_.runs())
        if (run.live()) claims[run.id] = ChartCurves::kTrains;
    if (chosen_ >= 0) claims[chosen_] = ChartCurves::kChosen;
    if (claims == std::exchange(claims_, claims)) return;
    for (auto* chart : charts_) chart->curves().setClaims(claims_);
}

void ScalarsPanel::sync(const QList<int>& ids) {
    QSet<QString> standing(awaited_.begin(), awaited_.end());
    for (const auto* chart : charts_)
        for (const QString& tag : chart->tags()) standing.insert(tag);
    QStringList added;
    for (const int id : ids) {
        const Run* run = runs_.find(id);
        if (!run || !run->whole) continue;
        names_[id] = {runs_.titleOf(id).text(), run->color};
        for (const auto& [name, points] : run->scalars) {
            if (!run->foreign && name.startsWith(QLatin1String("epoch_"))) continue;  // of others: their own curves
            const QString tag = chartTagOf(name);
            if (standing.contains(tag)) continue;
            standing.insert(tag);
            added << tag;
        }
    }
    await(added);
    bool turned = false;
    for (auto* chart : charts_) {
        ChartCurves& curves = chart->curves();
        const bool shown = curves.shown();
        curves.sync(ids);
        turned = turned || curves.shown() != shown;
    }
    if (!added.isEmpty())
        arrange();
    else if (turned)
        arrangeSoon();
}

// Those come first that will be in sight.
void ScalarsPanel::await(const QStringList& tags) {
    const bool titled = charts_.size() + static_cast<size_t>(awaited_.size() + tags.size()) > kFewCharts;
    std::multimap<std::tuple<bool, bool, int>, QString> order;
    for (const QString& tag : tags) {
        const bool pinned = memory_ && memory_->pinned(tag);
        order.emplace(std::tuple(!pinned, titled && tag.indexOf(QLatin1Char('/')) > 0, rank(tag)), tag);
    }
    for (const auto& [place, tag] : order) awaited_ << tag;
    auto shown = static_cast<size_t>(std::ranges::count_if(charts_, [](auto* card) { return card->curves().shown(); }));
    for (; shown < kFewCharts && !awaited_.isEmpty(); ++shown) makeNext();
    if (!awaited_.isEmpty()) making_.start(0);
}

void ScalarsPanel::makeNext() {
    QStringList tags{awaited_.front()};
    for (const QStringList& together : memory_ ? memory_->together() : QList<QStringList>())
        if (together.contains(awaited_.front())) tags = together;
    if (auto* card = make(tags); card->curves().empty()) drop(card);  // its run went meanwhile
}

void ScalarsPanel::makeAwaited(bool all) {
    if (awaited_.isEmpty()) return;
    QElapsedTimer clock;
    clock.start();
    do makeNext();
    while (!awaited_.isEmpty() && (all || clock.elapsed() < kTurnMs));
    awaited_.isEmpty() ? arrange() : making_.start(0);
}

void ScalarsPanel::syncAll() {
    QList<int> all;
    for (const Run& run : runs_.runs()) all << run.id;
    sync(all);
}

// What was done to them cannot be taken back without them.
void ScalarsPanel::dropEmpty() {
    const std::vector<ChartCard*> all = charts_;
    for (auto* card : all)
        if (card->curves().empty()) drop(card);
    if (charts_.size() < all.size()) steps_.clear();
}

void ScalarsPanel::arrangeSoon() {
    if (!arranging_.isActive()) arranging_.start(0);  // of many runs that are hidden at once
}

void ScalarsPanel::arrange() {
    const auto place = [](const ChartCard* card) { return std::pair(!card->pinned(), rank(card->tag())); };
    std::stable_sort(charts_.begin(), charts_.end(), [&](auto* a, auto* b) { return place(a) < place(b); });
    const auto shown = std::ranges::count_if(charts_, [](auto* card) { return card->curves().shown(); });
    ChartGrid::Section first;
    std::map<QString, std::vector<ChartCard*>> titled;
    for (auto* card : charts_) {
        const qsizetype slash = card->tag().indexOf(QLatin1Char('/'));
        if (!card->curves().shown() || !fits(*card))
            card->hide();
        else if (card->pinned() || slash < 1 || static_cast<size_t>(shown + awaited_.size()) <= kFewCharts)
            first.cards.push_back(card);
        else
            titled[card->tag().left(slash)].push_back(card);
    }
    std::vector<ChartGrid::Section> sections{std::move(first)};
    for (auto& [title, cards] : titled) sections.push_back({title, std::move(cards)});
    grid_->setSections(std::move(sections));
    refreshPage();
}

// By what it is called here or there, its validation's name included.
bool ScalarsPanel::fits(const ChartCard& card) const {
    return std::ranges::any_of(card.tags(), [&](const QString& tag) {
        return filter_.accepts(tag) || filter_.accepts(ChartCard::titleOf(tag)) ||
               (card.curves().validated(tag) && filter_.accepts(QStringLiteral("val_") + tag));
    });
}

double ScalarsPanel::smoothing() const { return bar_->smoothing(); }
void ScalarsPanel::setSmoothing(double weight) { bar_->setSmoothing(weight); }

void ScalarsPanel::setAxis(ScalarAxis axis) {
    axis_ = axis;
    bar_->setAxis(axis);
    if (settings_) settings_->setValue(QStringLiteral("charts/x"), QLatin1String(scalar_axis::id(axis)));
    for (auto* chart : charts_) {
        const QSignalBlocker quiet(chart);  // its ranges change with the axis, by nobody's hand
        chart->setAxis(axis);
        PlotLimits limits = chart->plot().limits();
        const PlotLimits kept = memory_ ? memory_->view(chart->tag(), axis).limits : PlotLimits();
        limits.xFrom = kept.xFrom;
        limits.xTo = kept.xTo;
        chart->plot().setLimits(limits);
        chart->plot().fit();  // a zoom in steps means nothing in seconds
    }
}

void ScalarsPanel::fitAll() {
    for (auto* chart : charts_) chart->plot().fit();
}

void ScalarsPanel::setGroups(const QHash<int, QStringList>& groups, const QHash<QString, int>& colors) {
    if (groups == groups_ && colors == groupColors_) return;
    groups_ = groups;
    groupColors_ = colors;
    for (auto* chart : charts_) chart->curves().setGroups(groups, colors);
}

void ScalarsPanel::setBand(PlotBand band) {
    band_ = band;
    if (settings_) settings_->setValue(QStringLiteral("charts/deviation"), band == PlotBand::Deviation);
    for (auto* chart : charts_) chart->curves().setBand(band);
}

void ScalarsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!awaited_.isEmpty()) making_.start(0);
}

void ScalarsPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg0));
}

}  // namespace tl
