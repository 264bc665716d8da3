// The session is made by a job, since building and compiling a plan takes longer than a frame, and an old one is
// destroyed there, since that joins its thread. From then on a timer carries what it says to the RunModel.
#include "ui/jobs/run_controller.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <utility>
#include <vector>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/run_directory.h"
#include "engine/train/callback.h"
#include "engine/train/optimizer.h"
#include "ui/jobs/job_tracker.h"
#include "ui/models/data_set_model.h"
#include "ui/models/network_model.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "ui/models/training_model.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kDrainMs = 66;

bool isActive(RunState state) {
    return state == RunState::Starting || state == RunState::Running || state == RunState::Paused ||
           state == RunState::Validating;
}

bool isOver(RunState state) {
    return state == RunState::Finished || state == RunState::Stopped || state == RunState::Failed;
}

QString number(double value) { return QString::number(value, 'g', 4); }

// Where a run of the window leaves its files, when a callback writes some: the first of name-1, -2, ... that is not
// there.
QString freshFolder(const QString& name) {
    const QString runs = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/runs/");
    for (int i = 1;; ++i)
        if (QString folder = runs + QStringLiteral("%1-%2").arg(name).arg(i); !QFileInfo::exists(folder)) return folder;
}

}  // namespace

struct RunController::Impl {
    struct Export {
        QString path;
        std::function<void(QString)> done;
    };

    Impl(NetworkModel& n, TrainingModel& t, DataSetModel& d, RunModel& r) : network(n), training(t), data(d), runs(r) {}

    NetworkModel& network;
    TrainingModel& training;
    DataSetModel& data;
    RunModel& runs;
    QString projectName = QStringLiteral("network");
    std::unique_ptr<TrainingSession> session;
    RunState state = RunState::Idle;
    int run = -1;
    bool stopWhenReady = false;
    std::vector<Export> exports;  // waiting for the snapshot under way
    QTimer timer;
    JobTracker jobs;  // last: its destructor waits for what may still use the rest
};

RunController::RunController(NetworkModel& network, TrainingModel& training, DataSetModel& data, RunModel& runs,
                             QObject* parent)
    : QObject(parent), impl_(new Impl(network, training, data, runs)) {
    impl_->timer.setInterval(kDrainMs);
    impl_->timer.setTimerType(Qt::PreciseTimer);
    connect(&impl_->timer, &QTimer::timeout, this, [this] { drain(); });
}

RunController::~RunController() = default;

RunState RunController::state() const { return impl_->state; }
bool RunController::active() const { return isActive(impl_->state); }
int RunController::currentRun() const { return impl_->run; }
bool RunController::hasWeights() const { return impl_->session != nullptr; }
void RunController::setProjectName(const QString& name) { impl_->projectName = name; }

QString RunController::obstacle() const {
    if (active()) return tr("A run is under way.");
    switch (impl_->data.state()) {
    case DataSetModel::State::None: return tr("There is no data set to train on. Open one, or use the sample.");
    case DataSetModel::State::Opening: return tr("The data set is still being opened.");
    case DataSetModel::State::Failed: return tr("The data set could not be opened: %1").arg(impl_->data.error());
    case DataSetModel::State::Ready: break;
    }
    if (impl_->network.spec().nodes.empty()) return tr("The network has no layers yet.");
    for (const Diagnostic& d : impl_->network.report().diagnostics) {
        if (d.severity != Diagnostic::Severity::Error) continue;
        const QString message = q(d.message);
        return d.node.empty() ? message : tr("%1: %2").arg(QString::fromStdString(d.node), message);
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
    QString optimizer = QString::fromStdString(training.optimizer.type);
    QStringList classNames;
    for (const std::string& name : impl_->data.dataSet()->train->classNames())
        classNames << QString::fromStdString(name);
    impl_->run =
        impl_->runs.addRun(QStringLiteral("%1 · %2").arg(impl_->projectName, optimizer), training.epochs, classNames);
    impl_->stopWhenReady = false;
    setState(RunState::Starting, {});

    SessionOptions options;
    options.network = impl_->network.spec();
    options.training = training;
    options.data = *impl_->data.dataSet();
    if (writesFiles(training)) {
        const QString folder = freshFolder(impl_->projectName);
        options.store = inDirectory(folder.toStdString());
        emit noted(tr("The run's files go to %1.").arg(folder));
    }
    options.niceness = 5;  // the cores are the window's first: it wants little, but at once
    auto old = std::make_shared<std::unique_ptr<TrainingSession>>(std::move(impl_->session));
    impl_->jobs.run(
        QStringLiteral("session"),
        [options = std::move(options), old](std::stop_token) {
            old->reset();
            auto session = std::make_unique<TrainingSession>(options);
            session->start();
            return session;
        },
        [this](std::unique_ptr<TrainingSession> session) {
            impl_->session = std::move(session);
            if (impl_->stopWhenReady) impl_->session->stop();
            impl_->timer.start();
            drain();
        },
        [this](const QString& sentence) { setState(RunState::Failed, sentence); });
}

// A state that the session did not announce itself: before it exists, or when it could not be made.
void RunController::setState(RunState state, const QString& message) {
    impl_->state = state;
    impl_->runs.append(impl_->run, {Event{StateRecord{state, message.toStdString(), -1}}});
    if (!message.isEmpty()) emit noted(message);
    emit stateChanged();
}

void RunController::drain() {
    if (!impl_->session) return;
    const RunState now = impl_->session->state();  // before the drain: all that led to it is in the queue
    const std::vector<Event> events = impl_->session->events().drain();
    bool steps = false;
    if (!events.empty()) {
        impl_->runs.append(impl_->run, events);
        for (const Event& event : events) {
            steps |= std::holds_alternative<StepRecord>(event);
            note(event);
        }
    }
    takeSnapshot();
    if (steps) emit stepped();
    // Starting is ours to end: a session that has not begun yet calls itself idle.
    if (now != impl_->state && now != RunState::Idle) {
        impl_->state = now;
        emit stateChanged();
    } else if (isOver(now) && events.empty() && impl_->exports.empty()) {
        impl_->timer.stop();
    }
}

void RunController::note(const Event& event) {
    QString sentence;
    if (const auto* epoch = std::get_if<EpochRecord>(&event)) {
        sentence = tr("Epoch %1 took %2:").arg(epoch->epoch + 1).arg(spanText(epoch->seconds));
        for (const auto& [name, value] : epoch->values)
            sentence += QStringLiteral("  %1 %2").arg(QString::fromStdString(name), number(value));
    } else if (const auto* rate = std::get_if<LearningRateRecord>(&event)) {
        sentence =
            tr("Learning rate %1 → %2 at step %3.").arg(number(rate->from), number(rate->to), grouped(rate->step));
    } else if (const auto* broken = std::get_if<BrokenRecord>(&event)) {
        for (const BrokenItem& item : broken->items)
            emit noted(tr("Left out %1: %2").arg(QString::fromStdString(item.path), q(item.reason)));
    } else if (const auto* saved = std::get_if<CheckpointRecord>(&event)) {
        sentence =
            tr("Checkpoint of step %1 written to %2.").arg(grouped(saved->step), QString::fromStdString(saved->path));
    } else if (const auto* remark = std::get_if<NoteRecord>(&event)) {
        sentence = q(remark->message);
    } else if (const auto* state = std::get_if<StateRecord>(&event)) {
        sentence = q(state->message);
    }
    if (!sentence.isEmpty()) emit noted(sentence);
}

void RunController::takeSnapshot() {
    if (impl_->exports.empty()) return;
    auto snapshot = impl_->session->takeSnapshot();
    QString problem;
    if (!snapshot && isOver(impl_->session->state())) {
        try {
            impl_->session->requestSnapshot();  // the thread ended before it was asked: the answer is immediate
            snapshot = impl_->session->takeSnapshot();
        } catch (const std::exception& e) {
            problem = q(messageOf(e));
        }
        if (!snapshot && problem.isEmpty()) problem = tr("The run ended before it had weights.");
    }
    if (!snapshot && problem.isEmpty()) return;
    auto waiting = std::exchange(impl_->exports, {});
    if (!snapshot) {
        for (const Impl::Export& one : waiting) one.done(problem);
        return;
    }
    const auto shared = std::make_shared<const Snapshot>(std::move(*snapshot));
    for (Impl::Export& one : waiting) {
        impl_->jobs.run(
            QString(),
            [shared, path = one.path.toStdString()](std::stop_token) { return saveCheckpoint(*shared, path), true; },
            [done = one.done](bool) { done({}); }, one.done);
    }
}

void RunController::pause() {
    if (impl_->session) impl_->session->pause();
}

void RunController::resume() {
    if (impl_->session) impl_->session->resume();
}

void RunController::step() {
    if (impl_->session) impl_->session->step();
}

void RunController::stop() {
    impl_->stopWhenReady = true;
    if (impl_->session && active()) impl_->session->stop();
}

void RunController::setLearningRate(double rate) {
    if (impl_->session && active()) impl_->session->setLearningRate(rate);
}

void RunController::exportCheckpoint(const QString& path, std::function<void(QString)> done) {
    if (!impl_->session) {
        done(tr("There are no weights to export yet: train first."));
        return;
    }
    impl_->exports.push_back({path, std::move(done)});
    if (impl_->exports.size() == 1 && active()) impl_->session->requestSnapshot();
    impl_->timer.start();
}

}  // namespace tl
