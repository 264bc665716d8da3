// See the header. An edit makes the graph stale; a new one is made after a pause, and when somebody comes to look.
#include "ui/models/op_graph_model.h"

#include <QFileInfo>
#include <algorithm>
#include <future>
#include <map>
#include <utility>

#include "engine/backend/device.h"
#include "engine/backend/device_list.h"
#include "engine/backend/probe.h"
#include "engine/core/error.h"
#include "engine/core/thread_priority.h"
#include "engine/graph/view/span_times.h"
#include "engine/io/graphs/foreign_graph.h"
#include "engine/io/kernel_choices.h"
#include "engine/model/network_view.h"
#include "engine/profile/verdict.h"
#include "engine/train/step_measure.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/run_controller.h"
#include "ui/models/data_set_model.h"
#include "ui/models/network_model.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "ui/models/training_model.h"

namespace tl {

namespace {

const QString kGraphJob = QStringLiteral("graph view"), kMeasureOps = QStringLiteral("measure ops"),
              kLiveOps = QStringLiteral("times of the run's ops"),
              kRecordedOps = QStringLiteral("times of recorded ops");
constexpr int kGraphPause = 400;     // ms after an edit
constexpr int kLiveEvery = 1000;     // ms
constexpr double kMeasureFor = 0.6;  // seconds

struct GraphOrder {  // what a job needs, by value
    NetworkSpec network;
    NetworkReport report;
    DataFacts facts;
    TrainingSpec training;
    DType dataType = DType::UInt8;
    std::shared_ptr<const KernelChoices> kernels;  // of the run
};

// With the kernels of the run, and behind them those that were tried before, which the next one takes. Nothing is tried
// for a picture.
StepPlanOptions planOf(const GraphOrder& order) {
    StepPlanOptions plan = trainingPlan(order.training, order.dataType);
    if (order.training.kernelChoice != "timed") return plan;
    KernelChoices known = order.kernels ? *order.kernels : KernelChoices();
    try {
        if (const auto cache = kernelCacheFile()) known.merge(cache->read());
    } catch (const Error&) {
        // The run tells what is wrong with the file.
    }
    plan.compile.chooser = std::make_shared<KernelChooser>(std::move(known));
    plan.compile.chooser->close();
    return plan;
}

GraphView makeGraphView(GraphKind kind, const GraphOrder& order) {
    if (kind == GraphKind::Designed)
        return networkView(order.network, order.report, order.training.batch,
                           precisionNamed(order.training.precision).values, order.dataType);
    const NetworkSpec network = order.network.withoutBypassed();
    const LayerPlaces places = layerPlaces(network, order.report);
    const StepPlanOptions plan = planOf(order);
    const StepGraph step = stepGraph(network, order.facts, order.training.batch, plan);
    GraphView view;
    if (kind == GraphKind::Ops) {
        view = opGraphView(step.built.graph, places);
    } else {
        PassNotes passes;
        const CompiledGraph compiled = compileGraph(step.built.graph, step.compile, passes.observer());
        view = compiledView(step.built.graph, compiled, places, passes.notes(compiled));
    }
    for (GraphNode& node : view.nodes) node.device = plan.device;  // a plan is of one
    return view;
}

// By its name; -1: none is.
template <typename Named>
int sameIn(const std::vector<Named>& now, const std::vector<Named>& before, int which) {
    if (which < 0 || which >= static_cast<int>(before.size())) return -1;
    const auto found = std::ranges::find(now, before[static_cast<size_t>(which)].name, &Named::name);
    return found == now.end() ? -1 : static_cast<int>(found - now.begin());
}

}  // namespace

OpGraphModel::OpGraphModel(JobTracker& jobs, NetworkModel& network, TrainingModel& training, DataSetModel& data,
                           const RunModel& runs, RunController& controller)
    : jobs_(jobs), network_(network), training_(training), data_(data), runs_(runs), controller_(controller),
      limits_(std::make_unique<MachineLimits>()) {
    pause_.setSingleShot(true);
    pause_.setInterval(kGraphPause);
    connect(&pause_, &QTimer::timeout, this, &OpGraphModel::make);
    connect(&network_, &NetworkModel::reportChanged, this, &OpGraphModel::stale);
    connect(&training_, &TrainingModel::changed, this, &OpGraphModel::stale);
    live_.setInterval(kLiveEvery);
    connect(&live_, &QTimer::timeout, this, &OpGraphModel::lookAtSpans);
    connect(&controller_, &RunController::stateChanged, this, &OpGraphModel::followRun);
    connect(&controller_, &RunController::stateChanged, this, &OpGraphModel::followKernels);
    connect(&runs_, &RunModel::stateChanged, this, &OpGraphModel::followKernels);
}

OpGraphModel::~OpGraphModel() = default;

void OpGraphModel::setShown(bool shown) {
    shown_ = shown;
    if (shown && stale_) make();
    followRun();
}

void OpGraphModel::show(GraphKind kind) {
    if (kind == kind_) return;
    kind_ = kind;
    jobs_.cancel(kGraphJob);  // it may read a file that is to come
    fileToCome_.clear();
    change();
    if (shown_) make();
}

void OpGraphModel::change() {
    ++source_;
    stale_ = true;
    ++nodes_;
    view_ = std::make_shared<GraphView>();
    find();
    setPick({});
    emit viewChanged();
}

void OpGraphModel::openFile(const QString& path) {
    emit opening();
    fileToCome_ = path;
    // A file's graph stays as it is looked at until this one is read.
    if (kind_ == GraphKind::Foreign && !view_->nodes.empty()) return again();
    kind_ = GraphKind::Foreign;
    turnToFile();
    if (shown_) make();
}

void OpGraphModel::turnToFile() {
    file_ = std::exchange(fileToCome_, QString());
    stats_.clear();
    setSearch({});  // it was of another graph
    change();
}

void OpGraphModel::showStats(const QString& tag) {
    if (kind_ != GraphKind::Foreign || tag == stats_) return;
    stats_ = tag;
    again();
}

void OpGraphModel::stale() {
    // What was measured and seen until now was of another plan, perhaps of another project.
    measured_.clear();
    measureProblem_ = {};
    jobs_.cancel(kMeasureOps);
    measuring_ = false;
    if (since_ > 0) since_ = ticks();
    if (kind_ == GraphKind::Foreign) return;
    stale_ = true;
    times_ = {};
    if (shown_) pause_.start();
}

void OpGraphModel::again() {
    stale_ = true;
    make();
}

void OpGraphModel::cancel() {
    jobs_.cancel(kGraphJob);
    if (!fileToCome_.isEmpty()) return stay();
    if (state_ == State::Loading) fail(State::Failed, Reason::Stopped);
}

void OpGraphModel::stay() {
    fileToCome_.clear();
    stale_ = false;
    state_ = State::Ready;
    emit stateChanged();
}

void OpGraphModel::fail(State state, Reason reason, const Message& problem) {
    state_ = state;
    reason_ = reason;
    problem_ = problem;
    stale_ = state == State::Empty;
    ++nodes_;
    view_ = std::make_shared<GraphView>();
    setPick({});
    emit viewChanged();
    emit stateChanged();
}

void OpGraphModel::make() {
    pause_.stop();
    if (!stale_) return;
    if (kind_ == GraphKind::Foreign) {
        state_ = State::Loading;
        emit stateChanged();
        const bool other = !fileToCome_.isEmpty();
        jobs_.run(
            this, kGraphJob,
            [path = (other ? fileToCome_ : file_).toStdString(), stats = other ? std::string() : stats_.toStdString()](
                std::stop_token stop) { return readForeignGraph(path, stop, stats); },
            [this, other](GraphView view) {
                if (other) turnToFile();
                take(std::move(view));
            },
            [this, other](const Message& problem) {
                if (!other) return fail(State::Failed, Reason::Problem, problem);
                stay();
                emit refused(problem);
            });
        return;
    }
    if (network_.spec().nodes.empty()) {
        jobs_.cancel(kGraphJob);
        return fail(State::Empty, Reason::NoLayers);
    }
    if (!network_.reportIsCurrent()) return;  // it follows, and with it this
    const bool compiles = kind_ != GraphKind::Designed;
    if (compiles && network_.facts().shape.rank() == 0) {
        jobs_.cancel(kGraphJob);
        return fail(State::Empty, Reason::NoData);
    }
    if (compiles && !network_.report().ok()) {
        jobs_.cancel(kGraphJob);
        for (const Diagnostic& d : network_.report().diagnostics)
            if (d.severity == Diagnostic::Severity::Error) return fail(State::Failed, Reason::Problem, d.message);
    }
    GraphOrder order{network_.spec(), network_.report(), network_.facts(), training_.spec(), DType::UInt8, kernels_};
    if (const auto train = data_.split(QStringLiteral("train"))) order.dataType = train->dataType();
    state_ = State::Loading;
    emit stateChanged();
    jobs_.run(
        this, kGraphJob,
        [kind = kind_, order = std::move(order)](std::stop_token) { return makeGraphView(kind, order); },
        [this](GraphView view) { take(std::move(view)); },
        [this](const Message& problem) { fail(State::Failed, Reason::Problem, problem); });
}

void OpGraphModel::take(GraphView view) {
    const auto before = view_;
    const GraphPick picked = pick_;
    // Another step's numbers of a file come with the graph that they are of.
    if (kind_ != GraphKind::Foreign ||
        !std::ranges::equal(view.nodes, before->nodes, {}, &GraphNode::name, &GraphNode::name))
        ++nodes_;
    view_ = std::make_shared<GraphView>(std::move(view));
    stale_ = false;
    state_ = view_->nodes.empty() ? State::Empty : State::Ready;
    reason_ = view_->nodes.empty() ? Reason::NoNodes : Reason::None;
    times_ = {};
    if (recording_)
        findRecorded();
    else
        takeMeasured();
    applyTimes();
    lookBack();
    pick_ = {sameIn(view_->nodes, before->nodes, picked.node), sameIn(view_->groups, before->groups, picked.group)};
    find();
    emit viewChanged();
    emit stateChanged();
    emit pickChanged();
    if (const Wanted wanted = std::exchange(wanted_, {}); !wanted.layers.isEmpty())
        revealLayers(wanted.layers, wanted.op, wanted.phase);
}

QString OpGraphModel::sentence() const {
    switch (reason_) {
    case Reason::Stopped: return tr("Stopped before the graph was there.");
    case Reason::NoLayers: return tr("The network has no layers yet.");
    case Reason::NoData: return tr("Without a data set nobody knows the shape of what goes in: open one first.");
    case Reason::NoNodes: return tr("The file holds a graph without nodes.");
    case Reason::Problem: return q(problem_);
    case Reason::None: break;
    }
    return {};
}

QString OpGraphModel::title() const {
    const TrainingSpec& training = training_.spec();
    switch (kind_) {
    case GraphKind::Designed: return tr("network, batch %1").arg(training.batch);
    case GraphKind::Ops: return tr("ops, batch %1").arg(training.batch);
    case GraphKind::Compiled: return tr("plan, batch %1, %2").arg(training.batch).arg(q(training.precision));
    case GraphKind::Foreign: break;
    }
    return q(view_->title);
}

// --- time

void OpGraphModel::measure() {
    if (measuring_ || kind_ == GraphKind::Foreign || !network_.report().ok()) return;
    recording_.reset();
    recordingName_.clear();
    measuring_ = true;
    measureProblem_ = {};
    emit measuringChanged();
    GraphOrder order{network_.spec(), {}, network_.facts(), training_.spec(), DType::UInt8, kernels_};
    if (const auto train = data_.split(QStringLiteral("train"))) order.dataType = train->dataType();
    struct Found {
        std::vector<double> steps;
        MachineLimits limits;
    };
    jobs_.run(
        this, kMeasureOps,
        [order = std::move(order), limits = *limits_](std::stop_token) {
            // A thread of its own, behind the window's in priority: a pool's would stay behind for ever.
            return std::async(std::launch::async,
                              [&] {
                                  lowerThreadPriority(5);
                                  const StepPlanOptions plan = planOf(order);
                                  Found found{
                                      measureSteps(order.network, order.facts, order.training.batch, plan, kMeasureFor),
                                      limits};
                                  if (found.limits.known()) return found;
                                  const int threads =
                                      plan.threads > 0 ? plan.threads : findDevice(firstDevice(plan.device)).threads;
                                  found.limits = {probeFlops(threads, 0.1), probeBandwidth(threads, 0.15), threads,
                                                  probeBf16Flops(threads, 0.1)};
                                  return found;
                              })
                .get();
        },
        [this](const Found& found) {
            measuring_ = false;
            measured_ = found.steps;
            *limits_ = found.limits;
            takeMeasured();
            applyTimes();
            emit timesChanged();
        },
        [this](const Message& problem) {
            measuring_ = false;
            measureProblem_ = problem;
            emit measuringChanged();
        });
}

void OpGraphModel::showTimesOf(std::shared_ptr<const Trace> trace, const QString& name) {
    recording_ = std::move(trace);
    recordingName_ = recording_ ? name : QString();
    if (recording_) {
        jobs_.cancel(kMeasureOps);  // it would bring its own numbers
        measuring_ = false;
        setColour(Colour::Time);
        if (kind_ != GraphKind::Compiled) show(GraphKind::Compiled);
    }
    times_ = {};
    recording_ ? findRecorded() : takeMeasured();
    applyTimes();
    if (!recording_) lookBack();
    emit timesChanged();
}

void OpGraphModel::findRecorded() {
    if (kind_ != GraphKind::Compiled || view_->nodes.empty()) return;
    jobs_.run(
        this, kRecordedOps,
        [trace = recording_, view = view()](std::stop_token stop) { return spanTimes(*view, *trace, stop); },
        [this, trace = recording_, nodes = view_->nodes.size()](SpanTimes times) {
            if (trace != recording_ || nodes != view_->nodes.size()) return;
            times_ = {};
            if (times.total > 0)
                times_ = {std::move(times.seconds), times.total, 0, times.steps};
            else
                times_.nothing = true;
            applyTimes();
            emit timesChanged();
        });
}

// From steps to nodes; the plan that was measured is the one that is shown, unless the machine differs by now.
void OpGraphModel::takeMeasured() {
    if (kind_ != GraphKind::Compiled || static_cast<int>(measured_.size()) != view_->steps || measured_.empty()) return;
    times_ = {};
    for (const GraphNode& node : view_->nodes) {
        times_.nodes.push_back(node.step < 0 ? -1 : measured_[static_cast<size_t>(node.step)]);
        times_.total += std::max(times_.nodes.back(), 0.0);
    }
}

// In place: of a large graph a copy each second would be felt.
void OpGraphModel::applyTimes() {
    if (kind_ != GraphKind::Compiled) return;
    const bool known = !times_.nodes.empty() && times_.nodes.size() == view_->nodes.size();
    for (size_t i = 0; i < view_->nodes.size(); ++i) view_->nodes[i].seconds = known ? times_.nodes[i] : -1;
    view_->stepSeconds = known ? times_.total : -1;
}

void OpGraphModel::followKernels() {
    const Run* run = runs_.find(controller_.currentRun());
    const auto kernels = run ? run->kernels : nullptr;
    if (kernels == kernels_) return;
    kernels_ = kernels;
    if (training_.spec().kernelChoice == "timed") stale();
}

void OpGraphModel::followRun() {
    const bool trains = controller_.own();
    if (trains && !trains_) since_ = ticks();  // nothing of the run before
    trains_ = trains;
    if ((shown_ && trains) == live_.isActive()) return;
    if (live_.isActive()) {
        live_.stop();
        return lookAtSpans();  // at what came since
    }
    live_.start();
    lookBack();
}

// The last steps of the run, be it over: the rings of its threads are still there. What was measured since then stays.
void OpGraphModel::lookBack() {
    if (since_ == 0 || kind_ != GraphKind::Compiled || (!measured_.empty() && !live_.isActive())) return;
    spans_ = std::make_shared<SpanCollector>(SpanCollector::Start::Oldest);
    lookAtSpans();
}

void OpGraphModel::lookAtSpans() {
    if (looking_ || recording_ || !spans_ || kind_ != GraphKind::Compiled || state_ != State::Ready || stale_) return;
    looking_ = true;
    jobs_.run(
        this, kLiveOps,
        [spans = spans_, view = view(), since = since_](std::stop_token) {
            std::vector<ThreadSpans> threads = spans->collect();
            for (ThreadSpans& thread : threads)
                std::erase_if(thread.spans, [since](const SpanRecord& span) { return span.begin < since; });
            return spanTimes(*view, threads);
        },
        [this, spans = spans_, since = since_, nodes = view_->nodes.size()](SpanTimes times) {
            looking_ = false;
            if (spans != spans_) return lookAtSpans();
            if (recording_ || since != since_ || times.steps == 0 || times.total <= 0 || nodes != view_->nodes.size())
                return;
            times_ = {std::move(times.seconds), times.total, times.steps, 0};
            applyTimes();
            emit timesChanged();
        },
        [this](const Message&) { looking_ = false; });
}

}  // namespace tl
