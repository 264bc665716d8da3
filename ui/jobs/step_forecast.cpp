// See the header. Compiling plans takes a hundred times as long as validation, so it has a job of its own.
#include "ui/jobs/step_forecast.h"

#include <algorithm>
#include <future>

#include "engine/core/thread_priority.h"
#include "engine/io/calibration_file.h"
#include "ui/jobs/job_tracker.h"
#include "ui/models/data_set_model.h"
#include "ui/models/device_list.h"
#include "ui/models/network_model.h"
#include "ui/models/training_model.h"
#include "ui/models/watch_list.h"

namespace tl {

namespace {

const QString kLoad = QStringLiteral("load a calibration"), kPredict = QStringLiteral("predict a step"),
              kMeasure = QStringLiteral("measure this machine");
constexpr int kForecastPauseMs = 300;

TrainingSpec planned(const TrainingSpec& all) {
    TrainingSpec own;
    own.device = all.device;
    own.threads = all.threads;
    own.precision = all.precision;
    own.memoryLimit = all.memoryLimit;
    own.batch = all.batch;
    own.optimizer = all.optimizer;
    own.optimizerOptions = all.optimizerOptions;
    own.workers = all.workers;
    own.augmentation = all.augmentation;
    return own;
}

}  // namespace

StepForecast::StepForecast(JobTracker& jobs, NetworkModel& network, TrainingModel& training, const DataSetModel& data,
                           const DeviceList& devices, const WatchList& watches)
    : jobs_(jobs), network_(network), training_(training), data_(data), devices_(devices), watches_(watches) {
    pause_.setSingleShot(true);
    pause_.setInterval(kForecastPauseMs);
    connect(&pause_, &QTimer::timeout, this, &StepForecast::compile);
    connect(&devices_, &DeviceList::changed, this, &StepForecast::load);
    connect(&network_, &NetworkModel::reportChanged, this, &StepForecast::followNetwork);
    connect(&training_, &TrainingModel::changed, this, &StepForecast::followTraining);
    connect(&data_, &DataSetModel::stateChanged, this, &StepForecast::followTraining);
    connect(&watches_, &WatchList::changed, this, &StepForecast::followTraining);
    asked_.training = planned(training_.spec());
    asked_.watches = watches_.planned();
}

// "" for a device that is not here, since a project may come from another machine, and for several together.
std::string StepForecast::calibration() const {
    const TrainingSpec& training = training_.spec();
    const DeviceInfo* device = devices_.find(training.device);
    return device && device->id == training.device ? calibrationPath(device->id, training.threads) : std::string();
}

void StepForecast::load() {
    const std::string path = calibration();
    if (path == path_) return;
    path_ = path;
    jobs_.run(
        this, kLoad, [path](std::stop_token) { return readCalibration(path); },
        [this](Calibration calibration) { take(std::move(calibration)); },
        [this](const Message& sentence) {
            problem_ = sentence;
            emit changed();
            take({});
        });
}

void StepForecast::take(Calibration calibration) {
    calibration_ = std::move(calibration);
    show(memory_, fault_);
}

// A network at fault has no plan; validation says what is wrong.
void StepForecast::followNetwork() {
    load();
    Question now = asked_;
    now.network = network_.report().ok() ? network_.spec() : NetworkSpec();
    now.facts = network_.facts();
    ask(std::move(now));
}

void StepForecast::followTraining() {
    load();
    Question now = asked_;
    now.training = planned(training_.spec());
    now.data = data_.dataSet() ? runData(*data_.dataSet()) : RunData();
    now.watches = watches_.planned();
    ask(std::move(now));
}

void StepForecast::ask(Question question) {
    if (question == asked_) return;
    asked_ = std::move(question);
    stop_.request_stop();
    show({}, asked_.network.nodes.empty() ? Message() : fault_);  // until there is another answer
    pause_.start();
}

// One at a time: large networks take seconds, and edits come faster. Where the question changed meanwhile the end of a
// plan begins the next.
void StepForecast::compile() {
    if (compiling_ || asked_.network.nodes.empty()) return;
    compiling_ = true;
    stop_ = std::stop_source();
    const auto ended = [this, stop = stop_.get_token()](MemoryNeed memory, const Message& fault = {}) {
        compiling_ = false;
        if (!stop.stop_requested()) return show(std::move(memory), fault);
        if (!pause_.isActive()) compile();
    };
    jobs_.run(
        this, kPredict,
        [asked = asked_, stop = stop_](std::stop_token end) mutable {
            const std::stop_callback ends(end, [&] { stop.request_stop(); });
            return memoryNeed(asked.network, asked.facts, asked.training, asked.data, asked.watches, true,
                              stop.get_token());
        },
        ended, [ended](const Message& sentence) { ended({}, sentence); });
}

void StepForecast::show(MemoryNeed memory, const Message& fault) {
    const PlanCost& cost = memory.step;
    const double seconds = calibration_.empty() || cost.steps.empty() ? 0 : predictedSeconds(cost, calibration_);
    const bool lacks = !cost.steps.empty() && precisionNamed(asked_.training.precision).float8 &&
                       std::ranges::find(cost.steps, "Float8MatMul", &StepCost::op) == cost.steps.end();
    const bool same = seconds == seconds_ && cost.peakBytes() == planBytes() && memory.total() == memory_.total() &&
                      lacks == lacksFloat8_ && fault == fault_;
    memory_ = std::move(memory);
    seconds_ = seconds;
    lacksFloat8_ = lacks;
    fault_ = fault;
    if (!same) emit changed();
}

void StepForecast::measure() {
    if (measuring()) return;
    share_ = 0;
    problem_ = {};
    emit changed();
    const std::string device = training_.spec().device, path = calibration();
    const int threads = training_.spec().threads;
    jobs_.run(
        this, kMeasure,
        [this, post = jobs_.poster(this), device, threads, path](std::stop_token stop) {
            const auto progress = [&](double share) {
                post([this, share] {
                    share_ = share;
                    emit changed();
                });
                return !stop.stop_requested();
            };
            // A thread of its own, behind the window's in priority as a run's are: a pool's would stay behind for ever.
            return std::async(std::launch::async,
                              [&] {
                                  lowerThreadPriority(5);
                                  Calibration made = calibrate(device, threads, progress);
                                  if (!made.empty() && !path.empty()) writeCalibration(path, made);
                                  return made;
                              })
                .get();
        },
        [this, path](Calibration calibration) {
            share_ = -1;
            path_ = path;
            emit changed();
            take(std::move(calibration));
        },
        [this](const Message& sentence) {
            share_ = -1;
            problem_ = sentence;
            emit changed();
        });
}

}  // namespace tl
