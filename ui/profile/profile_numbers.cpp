// The numbers of what is selected, or of all that is there: found by jobs, shown in the tables below and as the verdict
// above.
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <algorithm>
#include <future>

#include "engine/backend/probe.h"
#include "engine/graph/view/span_times.h"
#include "engine/train/step_plan.h"
#include "ui/commands/training_editor.h"
#include "ui/jobs/profile_source.h"
#include "ui/models/settings.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/profile/memory_plot.h"
#include "ui/profile/profile_keys.h"
#include "ui/profile/profile_panel.h"
#include "ui/profile/roofline_plot.h"
#include "ui/profile/trace_model.h"
#include "ui/profile/trace_table.h"
#include "ui/profile/verdict_label.h"
#include "ui/profile/verdict_words.h"
#include "ui/shell/desk.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/theme/theme.h"
#include "widgets/timeline/timeline_view.h"

namespace tl {

namespace {

constexpr int kMostOps = 500;     // of the table of ops
constexpr int kMostSteps = 2000;  // of the table of steps

QString perSecond(double value) {
    return value > 0 ? QString::number(value / 1e9, 'f', value < 1e10 ? 1 : 0) : QStringLiteral("–");
}
QString millis(double seconds) { return QString::number(seconds * 1e3, 'f', seconds < 0.1 ? 2 : 1); }
QString percent(double share) { return QStringLiteral("%1 %").arg(100 * share, 0, 'f', share < 0.1 ? 1 : 0); }

QString countHelp(const OpRow& op, size_t steps) {
    QStringList lines;
    if (steps > 0 && op.inSteps > 0)
        lines << ProfilePanel::tr("%1 a step, over %n whole step(s)", nullptr, static_cast<int>(steps))
                     .arg(QString::number(op.inSteps / static_cast<double>(steps), 'g', 3));
    if (static_cast<double>(op.touched) - op.count > 0.005)
        lines << ProfilePanel::tr("%1 without what the area's ends cut off").arg(op.count, 0, 'f', 2);
    return lines.join(QLatin1Char('\n'));
}

// A file has no plan; what it counted of memory is all there is.
QString memoryToldBy(const Trace& trace) {
    QStringList counted;
    for (const TraceCounter& counter : trace.counters)
        if (counter.unit == "B" && counter.size() > 0)
            counted << QStringLiteral("%1: %2").arg(q(counter.name),
                                                    bytesText(counter.extent(0, counter.size()).greatest));
    return counted.isEmpty()
               ? ProfilePanel::tr("This file tells nothing of memory.")
               : ProfilePanel::tr("The most that this file counted. %1").arg(counted.join(QStringLiteral(" · ")));
}

TableCell numberCell(const QString& text, double value) { return {text, value, -1, {}, false}; }

}  // namespace

struct ProfilePanel::Looked {
    std::vector<OpRow> ops{};
    std::vector<StepRow> steps{};
    Verdict verdict{};
    std::shared_ptr<const PlanCost> plan{};  // whose kernels have these times
    SpanTimes kernels{};
    std::shared_ptr<const Trace> trace;
    int64_t from = 0, to = 0;
};

void ProfilePanel::lookSoon() { pause_->start(profile::kPause); }

void ProfilePanel::look() {
    const auto trace = model_->trace();
    if (trace->slices() == 0) {
        desk_.bench.jobs.cancel(QLatin1String(profile::kLook));
        return takeLook({.trace = trace});  // of counters alone: the former one's numbers are none of it
    }
    const auto range = timeline_->area().value_or(std::pair(trace->begin, trace->end));
    desk_.bench.jobs.run(
        this, QLatin1String(profile::kLook),
        [trace, range, selected = timeline_->area().has_value(), limits = limits_,
         plan = tabs_->currentIndex() == kMemoryTab ? plan_ : nullptr](std::stop_token stop) {
            Looked looked;
            if (plan) looked.kernels = spanTimes(*plan, *trace, stop);
            looked.plan = plan;
            looked.trace = trace;
            looked.from = std::max<int64_t>(range.first, trace->begin);
            looked.to = std::min<int64_t>(range.second, trace->end);
            looked.ops = opsIn(*trace, looked.from, looked.to);
            looked.steps = stepsIn(*trace, looked.from, looked.to);
            // Tables and verdict are of the same stretch: it does not change with what happens to be in sight.
            looked.verdict = verdictOf(*trace, looked.from, looked.to, limits);
            looked.verdict.ofArea = selected;
            return looked;
        },
        [this](const Looked& looked) { takeLook(looked); });
}

void ProfilePanel::takeLook(const Looked& looked) {
    looked_ = looked.trace;
    verdict_ = looked.verdict;
    shownOps_ = looked.ops;
    wholeSteps_ = looked.steps.size();
    shownSteps_.assign(looked.steps.begin(), looked.steps.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(
                                                                        looked.steps.size(), kMostSteps)));
    const bool fresh = std::exchange(fresh_, false);
    for (TraceTableView* view : {opView_, stepView_})
        if (fresh) view->setCurrentKey(-1);
    if (fresh && looked_ == model_->trace()) frameSteps(looked.steps);
    const auto found = foundIn(*looked_);
    showOps(found);
    showSteps();
    // Some kernels may be too quick to be a span of, but not most.
    if (const double seen =
            static_cast<double>(std::ranges::count_if(looked.kernels.seconds, [](double s) { return s >= 0; }));
        plan_ && looked.plan == plan_ && seen > 0.5 * static_cast<double>(plan_->steps.size())) {
        std::vector<double> seconds = looked.kernels.seconds;
        for (double& each : seconds) each = std::max(each, 0.0);
        memory_->setTimes(seconds, MemoryPlot::Times::Measured);
    }
    if (const auto trace = model_->trace(); counted_.lock() != trace)  // what has come since is counted too
        countFound(looked_ == trace ? found : foundIn(*trace));
    if (fresh)
        for (TraceTableView* view : {opView_, stepView_}) view->scrollToTop();
    showVerdict();
}

// A thread that began something long before the first step would leave them a few pixels. Of other programs' files all
// is shown, and so it is where somebody has begun to look around.
void ProfilePanel::frameSteps(const std::vector<StepRow>& steps) {
    const bool others = source_.ofFile() && shownRecording().isEmpty();
    if (steps.empty() || others || source_.mode() != ProfileSource::Mode::Held || !timeline_->showsAll()) return;
    int64_t from = steps.front().begin, to = steps.front().end;
    for (const StepRow& step : steps) from = std::min(from, step.begin), to = std::max(to, step.end);
    const int64_t around = (to - from) / 32;
    timeline_->showRange(from - around, to + around);
}

// While something is searched for, what has its name.
void ProfilePanel::showOps(const std::optional<LabelSet>& found) {
    const Trace& trace = *looked_;
    const auto titles = threadTitles(trace);
    const OpTitles names(trace);
    std::vector<TraceTableModel::Row> rows;
    std::vector<RooflineDot> dots;
    for (const OpRow& op : shownOps_) {
        if (rows.size() == kMostOps) break;
        if (found && !found->contains(op.label)) continue;
        const TraceLabel& label = trace.labels[op.label];
        const QColor color = colorOf(label, layerCategory(label.layer));  // the model may be at the next trace already
        const double share =
            label.flops + label.bytes > 0 ? limits_.share(label.kernel, op.flopsPerSecond, op.bytesPerSecond) : 0;
        TraceTableModel::Row row{{}, op.label};
        const QString title = names.of(label);
        QString name = title;
        if (op.beside && op.threads > 1)
            name = tr("%1, beside the steps on %n thread(s)", nullptr, op.threads).arg(name);
        else if (op.beside)
            name = tr("%1, beside the steps on %2").arg(name, titles[op.thread]);
        row.cells = {{name, 0, -1, color, false},
                     {grouped(op.touched), static_cast<double>(op.touched), -1, {}, false, countHelp(op, wholeSteps_)},
                     numberCell(millis(op.self), op.self),
                     numberCell(millis(op.total), op.total),
                     numberCell(millis(op.mean()), op.mean()),
                     numberCell(op.share > 0 ? percent(op.share) : QStringLiteral("–"), op.share),
                     numberCell(perSecond(op.flopsPerSecond), op.flopsPerSecond),
                     numberCell(perSecond(op.bytesPerSecond), op.bytesPerSecond),
                     share > 1 ? numberCell(op.flopsPerSecond <= limits_.flopsOf(label.kernel) ? tr("in cache")
                                            : limits_.flopsOf(label.kernel) == limits_.flops   ? tr("over float32")
                                                                                               : tr("over bfloat16"),
                                            share)
                     : share > 0 ? TableCell{percent(share), share, share, {}, share < 0.4}
                                 : numberCell(QStringLiteral("–"), 0)};
        rows.push_back(std::move(row));
        if (!op.beside && label.flops > 0 && label.bytes > 0 && op.total > 0)
            dots.push_back({op.label, title, color, label.flops / label.bytes, op.flopsPerSecond, op.self, share,
                            limits_.flopsOf(label.kernel)});
    }
    opView_->setRows(std::move(rows));
    roofline_->setLimits(limits_);
    roofline_->setDots(std::move(dots));
}

void ProfilePanel::showSteps() {
    double longest = 1e-12;
    for (const StepRow& step : shownSteps_) longest = std::max(longest, step.seconds());
    std::vector<TraceTableModel::Row> steps;
    for (size_t i = 0; i < shownSteps_.size(); ++i) {
        const StepRow& step = shownSteps_[i];
        const auto time = [](double seconds) { return numberCell(millis(seconds), seconds); };
        const int64_t number = step.number > 0 ? step.number : static_cast<int64_t>(i) + 1;
        steps.push_back({{{grouped(number), static_cast<double>(number), -1, {}, false},
                          time(step.seconds()),
                          time(step.wait),
                          time(step.forward),
                          time(step.backward),
                          time(step.update),
                          time(step.other),
                          {percent(step.seconds() / longest), step.seconds(), step.seconds() / longest, {}, false}},
                         step.begin});
    }
    stepView_->setRows(std::move(steps));
}

QString ProfilePanel::verdictText() const { return verdictLabel_->plain(); }

void ProfilePanel::showVerdict() {
    VerdictWords words = wordsOf(verdict_, looked_ ? looked_.get() : nullptr, limits_);
    // A file's run is another one: its loaders say nothing of the project that is open.
    if (source_.ofFile() && verdict_.kind == Verdict::Kind::Data) words.action.clear();
    verdictLabel_->setWords(words.finding, words.advice);
    act_->setText(words.action);
    act_->setVisible(!words.action.isEmpty() && source_.mode() != ProfileSource::Mode::Recording);
}

void ProfilePanel::actOnVerdict() {
    switch (verdict_.kind) {
    case Verdict::Kind::Data: {
        const int loaders = verdict_.loaders + verdict_.more;
        const int before = desk_.bench.training.spec().workers;
        const auto load = [this](int workers) {
            desk_.training.edit(QStringLiteral("workers"), [&](TrainingSpec& spec) { spec.workers = workers; });
        };
        load(loaders);
        // A step of its own: what was edited since is not taken back.
        std::vector<Notices::Offer> offers;
        if (before != loaders) offers.emplace_back(tr("Undo"), [load, before] { load(before); });
        desk_.notices.note(tr("The next run loads with %n thread(s).", nullptr, loaders), offers);
        return;
    }
    case Verdict::Kind::Reorders:
        search_->setText(QStringLiteral("Reorder"));
        timeline_->goToFound(1);
        timeline_->setFocus(Qt::OtherFocusReason);
        return;
    case Verdict::Kind::Checkpoint:
        search_->setText(QStringLiteral("checkpoint"));
        timeline_->goToFound(1);
        timeline_->setFocus(Qt::OtherFocusReason);
        return;
    case Verdict::Kind::Kernel: return selectLabel(verdict_.label);
    case Verdict::Kind::Starved:
    case Verdict::Kind::Between:
    case Verdict::Kind::NoKernels:
    case Verdict::Kind::Fine:
    case Verdict::Kind::Cut:
    case Verdict::Kind::NoSteps: return;
    }
}

// The plan of the project as it is now: the run's, unless it was edited since.
void ProfilePanel::findMemory() {
    plan_ = nullptr;
    desk_.bench.jobs.cancel(QLatin1String(profile::kMemory));
    memoryStale_ = !isVisible() || tabs_->currentIndex() != kMemoryTab;  // until somebody looks
    if (memoryStale_) return;
    if (source_.ofFile()) return memory_->setSentence(memoryToldBy(*source_.trace()));
    const NetworkModel& network = desk_.bench.network;
    if (!network.report().ok() || network.spec().nodes.empty())
        return memory_->setSentence(tr("The network has faults, so there is no plan of its memory yet."));
    desk_.bench.jobs.run(
        this, QLatin1String(profile::kMemory),
        [network = network.spec(), facts = network.facts(), training = desk_.bench.training.spec(),
         type = desk_.bench.data.dataType()](std::stop_token stop) {
            StepPlanOptions plan = trainingPlan(training, type);
            plan.compile.stop = stop;
            return std::make_shared<const PlanCost>(stepCost(network, facts, training.batch, plan));
        },
        [this](std::shared_ptr<const PlanCost> plan) { showMemory(std::move(plan)); },
        [this](const Message& sentence) { memory_->setSentence(q(sentence)); });
}

// By times as they are estimated, until those that were measured are there.
void ProfilePanel::showMemory(std::shared_ptr<const PlanCost> plan) {
    plan_ = std::move(plan);
    memory_->setCost(*plan_);
    estimateKernels();
    if (model_->trace()->slices() > 0) look();
}

void ProfilePanel::estimateKernels() {
    std::vector<double> seconds;
    const Calibration& measured = desk_.bench.forecast.speeds();
    for (const StepCost& kernel : plan_->steps) {
        if (!measured.empty())
            seconds.push_back(predictedSeconds(kernel, static_cast<double>(plan_->activationBytes), measured));
        else if (limits_.known())
            seconds.push_back(
                std::max(kernel.flops / limits_.flopsOf(kernel.implementation), kernel.bytes / limits_.bandwidth));
    }
    memory_->setTimes(seconds, MemoryPlot::Times::Estimated);
}

void ProfilePanel::showMeasure() {
    measure_->setText(measureSoon_      ? tr("Measured when the run ends")
                      : limits_.known() ? tr("Measure again")
                                        : tr("Measure this machine's limits"));
    measure_->setEnabled(!measureSoon_);
    measure_->setVisible(tables_->currentWidget() == opView_ || tables_->currentWidget() == roofline_);
}

// What the machine can do at most: measured while nothing trains, else as soon as nothing does, and remembered.
void ProfilePanel::measureLimits() {
    measureSoon_ = desk_.bench.controller.own();
    showMeasure();
    if (measureSoon_) return;
    desk_.bench.jobs.run(
        this, QLatin1String(profile::kLimits),
        [threads = limits_.cores](std::stop_token) {
            return std::async(std::launch::async,
                              [threads] {
                                  return MachineLimits{probeFlops(threads, 0.1), probeBandwidth(threads, 0.15), threads,
                                                       probeBf16Flops(threads, 0.1)};
                              })
                .get();
        },
        [this](const MachineLimits& found) {
            if (desk_.bench.controller.own()) return measureLimits();  // disturbed
            limits_ = found;
            desk_.settings.store().setValue(QLatin1String(profile::kFlops), limits_.flops);
            desk_.settings.store().setValue(QLatin1String(profile::kFlops16), limits_.flops16);
            desk_.settings.store().setValue(QLatin1String(profile::kBandwidth), limits_.bandwidth);
            showMeasure();
            look();
        });
}

}  // namespace tl
