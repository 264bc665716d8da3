// The session is made by a job, since building and compiling a plan takes longer than a frame, and an old one is
// destroyed there, since that joins its thread. From then on a timer carries what it says to the RunModel.
#include "ui/jobs/run_controller.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/kernel_choices.h"
#include "engine/io/project.h"
#include "engine/profile/spans.h"
#include "engine/run/run_again.h"
#include "engine/run/run_compare.h"
#include "engine/run/run_directory.h"
#include "engine/run/run_list.h"
#include "engine/run/weight_trace.h"
#include "engine/train/training_graph.h"
#include "engine/train/training_spec.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/run_controller_impl.h"
#include "ui/jobs/run_library.h"
#include "ui/jobs/run_name.h"
#include "ui/jobs/run_notes.h"
#include "ui/models/breakpoints.h"
#include "ui/models/data_set_model.h"
#include "ui/models/network_model.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "ui/models/training_model.h"
#include "ui/models/watch_list.h"
#include "widgets/theme/theme.h"

namespace tl {
namespace {

QStringList layersOf(const NetworkSpec& network) {
    QStringList ids;
    for (const NodeSpec& node : network.nodes) ids << QString::fromStdString(node.id);
    return ids;
}

constexpr int kBrief = 8;     // drains
constexpr int kDrainMs = 33;  // a step is on the screen within 100 ms: this, and what its chart waits (LinePlot)

}  // namespace

RunController::RunController(NetworkModel& network, TrainingModel& training, DataSetModel& data, RunModel& runs,
                             RunLibrary& library, QObject* parent)
    : QObject(parent), impl_(new Impl(network, training, data, runs, library)) {
    impl_->timer.setInterval(kDrainMs);
    impl_->timer.setTimerType(Qt::PreciseTimer);
    connect(&impl_->timer, &QTimer::timeout, this, [this] { drain(); });
    connect(&impl_->watches, &WatchList::asked, this, &RunController::ask);
    connect(&impl_->breakpoints, &Breakpoints::asked, this, [this](const RunRequest& request) {
        // What another program trains is stepped from here too; its breakpoints are its own, and it answers nobody
        // here.
        if (!impl_->remote || request.kind == RunRequest::Kind::Advance) ask(request);
    });
    connect(&library, &RunLibrary::liveElsewhere, this, &RunController::follow);
    connect(&runs, &RunModel::stateChanged, this, [this](int run) {
        followed(run);
        if (impl_->remote && run == impl_->run && !active()) followAnother();
    });
    connect(&runs, &RunModel::scalarsAppended, this, [this](int run) {
        if (impl_->remote && run == impl_->run) emit stepped();
    });
}

RunController::~RunController() = default;

RunState RunController::state() const { return impl_->state; }
bool RunController::active() const { return isActive(impl_->state); }
bool RunController::own() const { return active() && !impl_->remote; }
int RunController::startsFrom() const { return impl_->runs.find(impl_->startsFrom) ? impl_->startsFrom : -1; }
bool RunController::drawsAnew() const { return startsFrom() < 0 && impl_->startFile.isEmpty(); }
int RunController::currentRun() const { return impl_->run; }
QStringList RunController::layers() const {
    return active() && !impl_->layers.isEmpty() ? impl_->layers : impl_->network.nodeIds();
}
bool RunController::lacksLayer(const QString& id) const {
    if (active() && !impl_->layers.isEmpty()) return !impl_->layerNames.contains(id);
    return !impl_->network.spec().nodes.empty() && !impl_->network.contains(id);
}
WatchList& RunController::watches() { return impl_->watches; }
Breakpoints& RunController::breakpoints() { return impl_->breakpoints; }
bool RunController::hasWeights() const { return impl_->session != nullptr; }
void RunController::setProjectName(const QString& name) { impl_->projectName = name; }

QString RunController::obstacle() const {
    if (active()) {
        if (stopping()) return tr("The run before ends with the step that is under way. Train again when it is over.");
        const Breakpoints::Stop& stop = impl_->breakpoints.stop();
        return stop && stop->last ? tr("The run stands where it cannot go on. End it, then train.")
                                  : tr("A run is under way.");
    }
    switch (impl_->data.state()) {
    case DataSetModel::State::None: return tr("There is no data set to train on. Open one, or use the sample.");
    case DataSetModel::State::Opening: return tr("The data set is still being opened.");
    case DataSetModel::State::Failed: return tr("The data set could not be opened: %1").arg(q(impl_->data.error()));
    case DataSetModel::State::Ready: break;
    }
    if (impl_->network.spec().nodes.empty()) return tr("The network has no layers yet.");
    for (const Diagnostic& d : impl_->network.report().diagnostics) {
        if (d.severity != Diagnostic::Severity::Error) continue;
        const QString message = q(d.message);
        return d.node.empty() ? message : tr("%1: %2").arg(QString::fromStdString(d.node), message);
    }
    const NetworkReport& report = impl_->network.report();
    if (impl_->network.reportIsCurrent() && report.trainableParameters == 0)
        return q(nothingToTrain(report.parameters > 0));
    try {  // what the session would end with as soon as it begins
        checkTraining(impl_->training.spec(), impl_->data.dataSet()->train->size());
    } catch (const std::exception& error) {
        return q(messageOf(error));
    }
    return {};
}

void RunController::start() {
    const QString reason = obstacle();
    if (!reason.isEmpty()) {
        if (!active()) emit noted(reason);
        return;
    }
    const TrainingSpec& training = impl_->training.spec();
    QStringList classNames;
    for (const std::string& name : impl_->data.dataSet()->train->classNames())
        classNames << QString::fromStdString(name);
    const RunSettings settings = settingsOf(training, impl_->data.dataSet()->spec);
    const QString name = runName(impl_->projectName, settings, impl_->runs, impl_->runs.find(startsFrom()));
    const int run = impl_->runs.addRun(name, training.epochs, classNames);

    SessionOptions options;
    options.network = impl_->network.spec();
    options.training = training;
    options.data = *impl_->data.dataSet();
    RunInfo info;
    info.project = impl_->library.project().toStdString();
    info.dataSpec = options.data.spec;
    info.validation = options.data.validation ? "validation" : "none";
    std::string weights;
    if (const Run* from = impl_->runs.find(startsFrom())) {
        weights = from->folder.toStdString();
        info.parent = {from->info.id, from->name.toStdString(), weights, from->lastStep.step, true};
    } else if (!impl_->startFile.isEmpty()) {
        weights = impl_->startFile.toStdString();
        info.parent = {{}, {}, weights, 0, true};
    }
    const auto fresh = impl_->library.freshFolder(impl_->projectName);
    const RunFolderOptions folder = folderOf(impl_->introduce(run, std::move(info), training));
    launch(run, std::move(options), [fresh, folder, weights, tell = impl_->folderTeller(run)](SessionOptions& session) {
        if (fresh) {
            const QString path = fresh();
            session.callbacks.push_back(weightTrace(path.toStdString()));
            session.store = inDirectory(path.toStdString(), folder);
            tell(path);
        }
        if (weights.empty()) return;
        session.resume = loadCheckpoint(weights);
        session.weightsOnly = true;
    });
}

// `prepare` runs in the job: it may read files, and make all of the options but for what is the window's own.
void RunController::launch(int run, SessionOptions options, std::function<void(SessionOptions&)> prepare) {
    impl_->run = run;
    impl_->remote = false;
    impl_->library.setOwn(run);
    impl_->stopWhenReady = false;
    impl_->setLayers({});
    const int launch = ++impl_->launches;
    setState(RunState::Starting, {});
    impl_->timer.stop();
    auto old = std::make_shared<std::shared_ptr<TrainingSession>>(std::move(impl_->session));
    impl_->jobs.run(
        this, QStringLiteral("session"),
        [options = std::move(options), old, prepare = std::move(prepare), watches = impl_->watches.forSession(),
         breakpoints = impl_->breakpoints.forSession()](std::stop_token) mutable {
            old->reset();
            prepare(options);
            QStringList layers = layersOf(options.network);
            watches(options);
            breakpoints(options);
            options.niceness = kBehindTheWindow;
            options.kernelCache = kernelCacheFile({}, options.training.device);
            auto session = std::make_shared<TrainingSession>(std::move(options));
            session->start();
            return std::pair(session, layers);
        },
        [this, launch](std::pair<std::shared_ptr<TrainingSession>, QStringList> made) {
            if (launch != impl_->launches) return end(std::move(made.first));  // another project was opened meanwhile
            impl_->session = std::move(made.first);
            impl_->setLayers(std::move(made.second));
            if (impl_->stopWhenReady) impl_->session->stop();
            impl_->timer.start();
            drain();
        },
        [this, launch](const Message& sentence) {
            if (launch != impl_->launches) return;
            impl_->library.setOwn(-1);
            impl_->breakpoints.take(StateRecord{RunState::Failed, sentence});
            setState(RunState::Failed, sentence);
            ended();
            followAnother();
        });
}

// In a job: it waits for the session's thread.
void RunController::end(std::shared_ptr<TrainingSession> session) {
    if (!session) return;
    auto old = std::make_shared<std::shared_ptr<TrainingSession>>(std::move(session));
    impl_->jobs.run(
        this, QString(), [old](std::stop_token) { return old->reset(), true; }, [](bool) {});
}

QString RunController::resumeObstacle(int id) const {
    const Run* run = impl_->runs.find(id);
    if (!run) return tr("There is no such run.");
    if (run->live()) return tr("It is under way.");
    if (active()) return tr("Another run is under way.");
    if (!run->hasCheckpoint) return tr("It left no checkpoint to go on from.");
    return {};
}

QString RunController::weightsObstacle(int id) const {
    const Run* run = impl_->runs.find(id);
    if (!run) return tr("There is no such run.");
    if (!run->hasCheckpoint) return tr("It left no checkpoint.");
    return {};
}

void RunController::startFrom(int run) {
    impl_->startsFrom = run;
    impl_->startFile.clear();
    emit stateChanged();
}

void RunController::startFromFile(const QString& checkpoint) {
    impl_->startsFrom = -1;
    impl_->startFile = checkpoint;
    emit stateChanged();
}

void RunController::resumeRun(int id, int epochs) {
    if (const QString reason = resumeObstacle(id); !reason.isEmpty()) return emit noted(reason);
    const Run& run = *impl_->runs.find(id);
    if (!run.whole) {  // what it tells from now on is added to its curves
        impl_->library.load(id, [this, id, epochs] { resumeRun(id, epochs); });
        return;
    }
    impl_->runs.setVisible(id, true);
    impl_->runs.change(id, [epochs](Run& r) { r.epochs = epochs; });
    RunFolderOptions folder;
    folder.name = run.name.toStdString();
    folder.program = impl_->programName();
    folder.project = impl_->library.project().toStdString();
    SessionOptions options;
    options.store = inDirectory(run.folder.toStdString(), folder);
    if (impl_->data.dataSet()) options.data = *impl_->data.dataSet();
    options.callbacks.push_back(weightTrace(run.folder.toStdString()));
    launch(id, std::move(options), goingOn(run.folder, epochs, run.info.validation, 0));
}

// Found by the library: another program trains it.
void RunController::follow(int run) {
    if (active() || impl_->timer.isActive()) return;  // until all is told of ours, see followAnother()
    impl_->run = run;
    impl_->remote = true;
    impl_->stopWhenReady = false;
    impl_->setLayers({});
    followed(run);
    const Run* found = impl_->runs.find(run);
    if (!found) return;
    impl_->jobs.run(
        this, QStringLiteral("layers"),
        [folder = found->folder.toStdString()](std::stop_token) {
            try {
                return layersOf(loadProject(folder + "/project.tlm").network);
            } catch (const Error&) {
                return QStringList();  // not known
            }
        },
        [this, run](const QStringList& layers) {
            if (!impl_->remote || run != impl_->run) return;
            impl_->setLayers(layers);
            emit stateChanged();
        });
}

// One that was found while another was under way.
void RunController::followAnother() {
    const auto& all = impl_->runs.runs();
    const auto other =
        std::find_if(all.rbegin(), all.rend(), [](const Run& run) { return run.elsewhere && run.live(); });
    if (other != all.rend()) follow(other->id);
}

void RunController::followed(int id) {
    if (!impl_->remote || id != impl_->run) return;
    const Run* run = impl_->runs.find(id);
    const RunState state = run ? run->state : RunState::Idle;
    if (state != impl_->state) {
        impl_->state = state;
        emit stateChanged();
    }
    impl_->breakpoints.stands(run ? run->stop : nullptr);
}

void RunController::ask(const RunRequest& request) {
    if (!impl_->remote) {
        if (impl_->session) impl_->session->ask(request);
        return;
    }
    const Run* run = impl_->runs.find(impl_->run);
    if (!run || !run->live()) return;
    impl_->requests.push_back({run->folder.toStdString(), request});
    if (impl_->requests.size() == 1) askNext();
}

void RunController::askNext() {
    if (impl_->requests.empty()) return;
    const auto next = [this] {
        impl_->requests.pop_front();
        askNext();
    };
    impl_->jobs.run(
        this, QString(),
        [request = impl_->requests.front()](std::stop_token) { return askRun(request.folder, request.what), true; },
        [next](bool) { next(); },
        [this, next](const Message& sentence) {
            emit failed(q(sentence));
            next();
        });
}

QString RunController::headlessProgram() {
    const QString beside = QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("tensorloom"));
    if (QString chosen = qEnvironmentVariable("TENSORLOOM_CLI"); !chosen.isEmpty()) return chosen;
    return QFileInfo(beside).isExecutable() ? beside : QStandardPaths::findExecutable(QStringLiteral("tensorloom"));
}

void RunController::release(bool goOn, std::function<void(QString)> done) {
    if (!own()) return done({});
    impl_->whenEnded = [this, goOn, done = std::move(done)] {
        const Run* run = impl_->runs.find(impl_->run);
        const QString folder = run ? run->folder : QString();
        const bool stopped = impl_->state == RunState::Stopped;
        auto old = std::make_shared<std::shared_ptr<TrainingSession>>(std::move(impl_->session));
        impl_->jobs.run(
            this, QString(), [old](std::stop_token) { return old->reset(), true; },
            [goOn, stopped, folder, done](bool) {
                if (!goOn || !stopped) return done({});  // it came to its end by itself
                QProcess process;
                process.setProgram(headlessProgram());
                process.setArguments({QStringLiteral("train"), QStringLiteral("--resume"), folder});
                process.setStandardInputFile(QProcess::nullDevice());
                process.setStandardOutputFile(folder + QStringLiteral("/train.log"), QIODevice::Append);
                process.setStandardErrorFile(folder + QStringLiteral("/train.log"), QIODevice::Append);
                done(process.startDetached() ? QString()
                                             : tr("The program that was to go on with the run did not start: %1. The "
                                                  "run is stopped, with a checkpoint.")
                                                   .arg(process.errorString()));
            });
    };
    stop();
}

// Most checkpoints of a run are written without a word.
void RunController::lookForCheckpoint() {
    const Run* run = impl_->runs.find(impl_->run);
    if (!run || run->hasCheckpoint || run->folder.isEmpty()) return;
    impl_->jobs.run(
        this, QString(), [folder = run->folder.toStdString()](std::stop_token) { return leftCheckpoint(folder); },
        [this, id = run->id](bool left) {
            if (left) impl_->runs.change(id, [](Run& run) { run.hasCheckpoint = true; });
        });
}

void RunController::ended() {
    lookForCheckpoint();
    const auto [again, first] = std::exchange(impl_->compareWhenOver, {-1, -1});
    if (again >= 0 && again == impl_->run && impl_->state != RunState::Failed) compare(again, first);
    if (const auto then = std::exchange(impl_->whenEnded, {})) then();
}

void RunController::forget() {
    impl_->timer.stop();
    impl_->stopEvaluations();
    ++impl_->launches;
    end(std::move(impl_->session));
    for (const Impl::Export& one : std::exchange(impl_->exports, {})) one.done(tr("Another project was opened."), {});
    impl_->run = impl_->startsFrom = -1;
    impl_->startFile.clear();
    impl_->remote = false;
    impl_->state = RunState::Idle;
    impl_->breakpoints.left();
    emit stateChanged();
}

// A state that the session did not announce itself: before it exists, or when it could not be made.
void RunController::setState(RunState state, const Message& message) {
    impl_->state = state;
    impl_->runs.append(impl_->run, {Event{StateRecord{state, message, -1}}});
    if (!message.empty()) emit noted(q(message));
    emit stateChanged();
}

void RunController::drain() {
    if (!impl_->session) return impl_->timer.stop();  // it was released
    if (impl_->remote) {                              // of our last one the weights are still asked for
        takeSnapshot();
        return impl_->timer.stop();
    }
    const RunState now = impl_->session->state();  // before the drain: all that led to it is in the queue
    const EventBatch events = impl_->session->events().drain();
    bool steps = false;
    if (!events.empty()) {
        static const SpanName taking = spanName({"event queue", {}, {}, SpanCategory::Window});
        const Span span(taking, static_cast<uint32_t>(events.size()));
        if (impl_->state == RunState::Starting) impl_->library.claim(impl_->run);  // its run.json is there now
        impl_->runs.appendBatch(impl_->run, events);
        for (const Event& event : events) {
            if (std::holds_alternative<StepRecord>(event)) {
                steps = true;
                continue;
            }
            impl_->breakpoints.take(event);
            for (const QString& sentence : notesOf(event)) emit noted(sentence, burstOf(event));
        }
    }
    takeSnapshot();
    if (steps) emit stepped();
    // Small networks end an epoch every few ms: only a validation that lasts is one to people.
    if (now != impl_->state && betweenSteps(now, impl_->state) && ++impl_->unlike < kBrief) return;
    impl_->unlike = 0;
    // Starting is ours to end: a session that has not begun yet calls itself idle.
    if (now != impl_->state && now != RunState::Idle) {
        impl_->state = now;
        if (isOver(now)) impl_->library.setOwn(-1);
        emit stateChanged();
        if (isOver(now)) ended();
    } else if (isOver(now) && events.empty() && impl_->exports.empty()) {
        impl_->timer.stop();
        followAnother();
    }
}

void RunController::pause() { ask({RunRequest::Kind::Pause}); }
void RunController::resume() { ask({RunRequest::Kind::Resume}); }
void RunController::step() { ask({RunRequest::Kind::Step}); }

void RunController::stop() {
    impl_->stopWhenReady = true;
    if (!active()) return;
    ask({RunRequest::Kind::Stop});
    emit stateChanged();
}

bool RunController::stopping() const { return impl_->stopWhenReady && active(); }
bool RunController::releasing() const { return impl_->whenEnded != nullptr; }

void RunController::setLearningRate(double rate) {
    if (active()) ask({RunRequest::Kind::LearningRate, rate});
}

}  // namespace tl
