// What stands where, and who listens to whom; what the bar says is in profile_state.cpp, numbers in
// profile_numbers.cpp.
#include "ui/profile/profile_panel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/backend/device.h"
#include "engine/layers/layer_type.h"
#include "ui/jobs/profile_source.h"
#include "ui/models/breakpoints.h"
#include "ui/models/settings.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/profile/memory_plot.h"
#include "ui/profile/profile_keys.h"
#include "ui/profile/recording_list.h"
#include "ui/profile/recording_table.h"
#include "ui/profile/roofline_plot.h"
#include "ui/profile/trace_model.h"
#include "ui/profile/trace_table.h"
#include "ui/profile/verdict_label.h"
#include "ui/shell/desk.h"
#include "widgets/controls/controls.h"
#include "widgets/controls/sheet.h"
#include "widgets/theme/theme.h"
#include "widgets/timeline/time_axis.h"
#include "widgets/timeline/timeline_view.h"

namespace tl {

namespace {

constexpr double kFirstLook = 2e9;     // ns of a live timeline that are shown at first
constexpr int kVerdict = 320;          // px that a verdict has at least, at letters of 100 %
constexpr int kMostRecorded = 100000;  // of a recording, which is in memory until it is kept

}  // namespace

ProfilePanel::ProfilePanel(Desk& desk, QWidget* parent)
    : QWidget(parent), desk_(desk), source_(desk.bench.timeline),
      model_(new TraceModel([this](const std::string& layer) { return layerCategory(layer); }, this)),
      pause_(new QTimer(this)) {
    setObjectName(QStringLiteral("profilePanel"));
    limits_.cores = findDevice("cpu").threads;
    limits_.flops = desk.settings.store().value(QLatin1String(profile::kFlops)).toDouble();
    limits_.flops16 = desk.settings.store().value(QLatin1String(profile::kFlops16)).toDouble();
    limits_.bandwidth = desk.settings.store().value(QLatin1String(profile::kBandwidth)).toDouble();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    makeBar(*column);
    pages_ = new QStackedWidget;
    empty_ = new EmptyState(QStringLiteral("activity"), tr("Nothing is recorded yet"));
    pages_->addWidget(empty_);
    timeline_ = new TimelineView;
    timeline_->setObjectName(QStringLiteral("timeline"));
    pages_->addWidget(timeline_);
    split_ = new QSplitter(Qt::Vertical);
    split_->setObjectName(QStringLiteral("profileSplit"));
    split_->setChildrenCollapsible(false);
    split_->addWidget(pages_);
    split_->addWidget(tablesPart_ = makeTables());
    split_->setStretchFactor(0, 1);
    split_->setSizes({560, 240});
    split_->restoreState(desk.settings.store().value(QLatin1String(profile::kSplit)).toByteArray());
    connect(split_, &QSplitter::splitterMoved, this,
            [this] { desk_.settings.store().setValue(QLatin1String(profile::kSplit), split_->saveState()); });
    column->addWidget(split_, 1);
    timeline_->setModel(model_);
    pause_->setSingleShot(true);
    pause_->setInterval(profile::kPause);
    follow();
    followRecordings();
    turnTo(chosenTab());
    stepsCome_ = stepsCome();
    source_.trace() ? takeTrace(true) : showState();
}

ProfilePanel::~ProfilePanel() { source_.setWatched(false); }

void ProfilePanel::makeBar(QVBoxLayout& column) {
    QWidget *controls = new QWidget, *said = new QWidget;
    QHBoxLayout *row = new QHBoxLayout(controls), *saying = new QHBoxLayout(said);
    for (QHBoxLayout* each : {row, saying}) {
        each->setContentsMargins(0, 0, 0, 0);
        each->setSpacing(8);
        Theme::instance().fixHeight(each->parentWidget(), Theme::kToolBar);
    }
    said->setMinimumWidth(Theme::instance().scaled(kVerdict));  // below the controls, where it has no room beside them
    record_ = new QPushButton;
    record_->setObjectName(QStringLiteral("recordSteps"));
    steps_ = new QSpinBox;
    steps_->setObjectName(QStringLiteral("recordCount"));
    steps_->setRange(1, kMostRecorded);
    steps_->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    steps_->setValue(desk_.settings.store().value(QLatin1String(profile::kSteps), 50).toInt());
    steps_->setMinimumWidth(Theme::instance().scaled(58));  // large letters leave no room for its longest number
    steps_->setAccessibleName(tr("How many steps to record"));
    steps_->setToolTip(tr("How many steps to record"));
    connect(steps_, &QSpinBox::valueChanged, this, &ProfilePanel::setRecordSteps);
    last_ = new QPushButton(tr("Last seconds"));
    last_->setObjectName(QStringLiteral("lastSeconds"));
    last_->setToolTip(
        tr("What every thread did in the last seconds, looked at after it happened: %n at most. A thread "
           "keeps no more than its last two million spans, which ten thousand steps a second fill sooner; a "
           "row is shaded where it knows nothing",
           nullptr, static_cast<int>(ProfileSource::kSeconds)));
    live_ = new QPushButton(tr("Live"));
    live_->setObjectName(QStringLiteral("liveTimeline"));
    live_->setCheckable(true);
    live_->setToolTip(tr("Follow what happens now"));
    search_ = new QLineEdit;
    search_->setObjectName(QStringLiteral("timelineSearch"));
    search_->setPlaceholderText(tr("op, layer or kernel  /"));
    search_->setAccessibleName(tr("Search the whole timeline"));
    search_->setClearButtonEnabled(true);
    search_->setMinimumWidth(Theme::instance().scaled(190));
    search_->setMaximumWidth(Theme::instance().scaled(210));
    found_ = new QLabel;
    found_->setObjectName(QStringLiteral("timelineFound"));
    progress_ = new ProgressStrip;
    progress_->setObjectName(QStringLiteral("profileProgress"));
    progress_->hide();
    verdictLabel_ = new VerdictLabel;
    verdictLabel_->setObjectName(QStringLiteral("verdict"));
    act_ = new QPushButton;
    act_->setObjectName(QStringLiteral("verdictAction"));
    for (QWidget* each : std::initializer_list<QWidget*>{record_, steps_, last_, live_, search_, found_})
        row->addWidget(each, each == search_ ? 1 : 0);
    saying->addWidget(progress_, 1);
    saying->addWidget(verdictLabel_, 1, Qt::AlignVCenter);
    saying->addWidget(act_, 0, Qt::AlignVCenter);
    auto* bar = new FoldingRow(controls, said, 8);
    bar->setObjectName(QStringLiteral("profileBar"));
    bar->setContentsMargins(12, 0, 12, 0);
    column.addWidget(bar);
    auto* line = new QFrame;
    line->setFixedHeight(1);
    line->setProperty("role", "line");
    column.addWidget(line);
    setRecordSteps(steps_->value());
}

QWidget* ProfilePanel::makeTables() {
    auto* part = new QWidget;
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    tabs_ = new SegmentedBar;
    tabs_->setObjectName(QStringLiteral("profileTabs"));
    tabs_->addSegment(tr("Ops"), tr("Ops in the selected area, or in the whole timeline"));
    tabs_->addSegment(tr("Steps"));
    tabs_->addSegment(tr("Memory"));
    tabs_->addSegment(tr("Roofline"));
    tabs_->addSegment(tr("Recordings"), tr("What was recorded of the runs in the list"));
    sourceName_ = new ElidedLabel(Qt::ElideMiddle, Token::Muted);
    sourceName_->setObjectName(QStringLiteral("timelineName"));
    sourceName_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    sourceProblem_ = new ToneLabel({}, Token::Warn);
    sourceProblem_->setObjectName(QStringLiteral("timelineProblem"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 5, 12, 5);
    row->setSpacing(10);
    measure_ = new QPushButton(tr("Measure this machine's limits"));
    measure_->setObjectName(QStringLiteral("measureLimits"));
    measure_->setToolTip(tr("Its arithmetic and its memory, for a third of a second: what the shares of the limit and "
                            "the roof are made of"));
    row->addWidget(tabs_);
    row->addWidget(measure_);
    row->addWidget(sourceName_, 1);
    row->addWidget(sourceProblem_);
    column->addLayout(row);
    ops_ = new TraceTableModel(this);
    ops_->setColumns(
        {tr("op"), tr("count"), tr("self ms"), tr("total ms"), tr("mean ms"), tr("share"), tr("GF/s"), tr("GB/s"),
         tr("share of the limit")},
        {tr("Layer and op; the colour is the layer's"),
         tr("How often, those that the area cuts too; point at one for how often a step"),
         tr("Time without what lies within"), tr("Time with what lies within"), tr("Total by count"),
         tr("Self time as a part of the steps; of an op beside them: of its own threads' time"),
         tr("Operations a second"), tr("Bytes a second"),
         tr("Of this machine's arithmetic (in bfloat16 for ops that multiply 16 bits, else in float32) or its memory, "
            "as measured, whichever the op comes closer to; in cache: what it moves never leaves the caches, which are "
            "faster than memory; over float32: by a method with fewer operations")});
    opView_ = new TraceTableView(*ops_, "opTable", tr("Ops"), 320);
    stepRows_ = new TraceTableModel(this);
    stepRows_->setColumns({tr("step"), tr("total ms"), tr("wait ms"), tr("forward ms"), tr("backward ms"),
                           tr("update ms"), tr("other ms"), tr("of the longest")},
                          {{},
                           tr("With the wait for its batch"),
                           tr("For its batch"),
                           {},
                           {},
                           {},
                           tr("Copying the batch, reading the loss, telling of it"),
                           {}});
    stepView_ = new TraceTableView(*stepRows_, "stepTable", tr("Steps"), 140);
    memory_ = new MemoryPlot([this](const std::string& layer) {
        const QString category = layerCategory(layer);
        return category.isEmpty() ? Theme::instance().category(QStringLiteral("io"))
                                  : Theme::instance().category(category);
    });
    roofline_ = new RooflinePlot;
    tables_ = new QStackedWidget;
    recordingRows_ = new RecordingTable(desk_.bench, this);
    recordingList_ = new RecordingList(*recordingRows_);
    for (QWidget* each : std::initializer_list<QWidget*>{opView_, stepView_, memory_, roofline_, recordingList_})
        tables_->addWidget(each);
    column->addWidget(tables_, 1);
    showMeasure();
    return part;
}

void ProfilePanel::follow() {
    connect(record_, &QPushButton::clicked, this,
            [this] { source_.mode() == ProfileSource::Mode::Opening ? source_.cancel() : recordSteps(); });
    connect(last_, &QPushButton::clicked, &source_, &ProfileSource::takeLast);
    connect(live_, &QPushButton::toggled, this, [this](bool on) {
        if (!on) return source_.hold();
        if (source_.mode() != ProfileSource::Mode::Live) stands() ? source_.rest() : source_.goLive();
    });
    connect(search_, &QLineEdit::textChanged, this, &ProfilePanel::search);
    connect(search_, &QLineEdit::returnPressed, this, [this] { timeline_->goToFound(1); });
    connect(&source_, &ProfileSource::changed, this, &ProfilePanel::showState);
    connect(&source_, &ProfileSource::traceChanged, this, &ProfilePanel::takeTrace);
    connect(&source_, &ProfileSource::failed, &desk_.notices,
            [this](const QString& sentence) { desk_.notices.problem(sentence, {}, Notices::kFile); });
    connect(&source_, &ProfileSource::changed, &desk_.notices, [this] {
        if (source_.mode() == ProfileSource::Mode::Opening) desk_.notices.settle(Notices::kFile);
    });
    connect(&source_, &ProfileSource::saved, &desk_.notices,
            [this](const QString& path) { desk_.notices.note(tr("Written to %1.").arg(path)); });
    connect(timeline_, &TimelineView::areaChanged, this, &ProfilePanel::lookSoon);
    connect(timeline_, &TimelineView::rangeChanged, this, [this] {
        if (live_->isChecked()) live_->setChecked(false);  // who looks around wants it to stand still
    });
    connect(timeline_, &TimelineView::selectedChanged, this, &ProfilePanel::selectSlice);
    connect(timeline_, &TimelineView::activated, this, &ProfilePanel::showOnCanvas);
    connect(pause_, &QTimer::timeout, this, &ProfilePanel::look);
    connect(tabs_, &SegmentedBar::currentChanged, this, [this](int tab) {
        desk_.settings.store().setValue(QLatin1String(profile::kTab), tab);
        showTab(tab);
    });
    connect(opView_, &TraceTableView::keyChosen, this, [this](qint64 key) { selectLabel(static_cast<quint32>(key)); });
    connect(measure_, &QPushButton::clicked, this, &ProfilePanel::measureLimits);
    connect(roofline_, &RooflinePlot::chosen, this, [this](qint64 key) { selectLabel(static_cast<quint32>(key)); });
    connect(stepView_, &TraceTableView::keyChosen, this, [this](qint64 key) {
        const auto step = std::ranges::find(shownSteps_, key, &StepRow::begin);
        if (step == shownSteps_.end()) return;
        const int64_t around = (step->end - step->begin) / 8;
        if (live_->isChecked()) live_->setChecked(false);
        timeline_->showRange(step->begin - around, step->end + around);
    });
    connect(act_, &QPushButton::clicked, this, &ProfilePanel::actOnVerdict);
    connect(&desk_.bench.selection, &Selection::nodeChanged, this, &ProfilePanel::lightLayers);
    connect(&desk_.bench.network, &NetworkModel::reportChanged, this, [this] {
        model_->recolor();
        findMemory();
    });
    connect(&desk_.bench.training, &TrainingModel::changed, this, &ProfilePanel::findMemory);
    connect(&desk_.bench.controller, &RunController::stateChanged, this, &ProfilePanel::followTraining);
    connect(&desk_.bench.controller.breakpoints(), &Breakpoints::stopChanged, this, &ProfilePanel::followTraining);
}

void ProfilePanel::takeTrace(bool another) {
    const auto [from, to] = timeline_->range();
    const bool all = timeline_->showsAll();
    const bool empty = model_->trace()->slices() == 0;
    const size_t labels = model_->trace()->labels.size();
    model_->setTrace(source_.trace() ? source_.trace() : std::make_shared<const Trace>());
    if (another) {
        fresh_ = true;
        findMemory();
        timeline_->setArea(std::nullopt);
        timeline_->select({});
        timeline_->clearMarks();
        matches_ = -1;
        if (!search_->text().isEmpty()) search();
        // What was found of the one before is said of it alone.
        verdict_ = {};
        verdictLabel_->setWords({}, {});
        act_->setText({});
    }
    const bool more = model_->trace()->labels.size() != labels;  // ops come while one looks
    if (!another && more) markFound(foundIn(*model_->trace()));
    if (another || more) lightLayers();
    if (source_.mode() == ProfileSource::Mode::Live) {
        // The newest at the right end, as much as was in sight before.
        const qint64 length = another || empty || all ? static_cast<qint64>(kFirstLook) : to - from;
        timeline_->showRange(model_->end() - length, model_->end());
        timeline_->setZero(model_->end(), tr("now"));
    } else if (another) {
        timeline_->setZero(0);
        timeline_->showAll();
    }
    if (another && !wanted_.node.isEmpty())
        if (const Wanted wanted = std::exchange(wanted_, {}); !frame(wanted))
            desk_.notices.note(tr("No thread has done anything for “%1” in the last seconds.").arg(wanted.node));
    showState();
    if (another) {
        look();
        // Its keys work at once, unless somebody types or is asked something.
        const QWidget* typing = QApplication::focusWidget();
        if (source_.mode() == ProfileSource::Mode::Held && isVisible() && !Sheet::shownIn(*window()) &&
            !(typing && typing->testAttribute(Qt::WA_InputMethodEnabled)))
            timeline_->setFocus(Qt::OtherFocusReason);
    } else if (!pause_->isActive()) {
        pause_->start(1000);  // live numbers, once a second
    }
}

QString ProfilePanel::layerCategory(const std::string& layer) const {
    const NodeSpec* node = desk_.bench.network.find(q(layer));
    const LayerType* type = node ? findLayer(node->type) : nullptr;
    return type ? q(nameOf(type->category)) : QString();
}

int ProfilePanel::chosenTab() const { return desk_.settings.store().value(QLatin1String(profile::kTab), 0).toInt(); }

void ProfilePanel::turnTo(int tab) {
    const QSignalBlocker quiet(tabs_);
    tabs_->setCurrentIndex(tab);
    showTab(tab);
}

void ProfilePanel::showTab(int tab) {
    tables_->setCurrentIndex(tab);
    showMeasure();
    if (tab == kMemoryTab && memoryStale_) findMemory();
    if (tab == kMemoryTab && plan_ && model_->trace()->slices() > 0) look();  // its kernels' times
}

void ProfilePanel::openFile(const QString& path) {
    desk_.showWorkspace(QStringLiteral("profile"));
    forGraph_.clear();
    source_.open(path);
}

void ProfilePanel::saveFile() {
    if (!showsTimeline()) return;
    RecordingList::askForTimeline(*this, QStringLiteral("trace"), [this](const QString& path) { source_.save(path); });
}

void ProfilePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    // What was measured before 16 bits were is measured anew.
    if (!limits_.known() || !desk_.settings.store().contains(QLatin1String(profile::kFlops16))) measureLimits();
    using Mode = ProfileSource::Mode;
    if (stands() && (source_.mode() == Mode::Empty || source_.mode() == Mode::Live))
        source_.rest();
    else if (source_.mode() == Mode::Empty)
        source_.goLive();
    source_.setWatched(true);
    recordingRows_->setWatched(true);
    if (memoryStale_) findMemory();
}

void ProfilePanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    source_.setWatched(false);
    recordingRows_->setWatched(false);
}

}  // namespace tl
