// See the header. Compiling a plan for its cost takes as long as validating it, so it has a job of its own.
#include "ui/jobs/step_forecast.h"

#include <future>

#include "engine/core/thread_priority.h"
#include "engine/io/calibration_file.h"
#include "ui/jobs/job_tracker.h"
#include "ui/models/device_list.h"
#include "ui/models/network_model.h"
#include "ui/models/training_model.h"

namespace tl {

namespace {

const QString kLoad = QStringLiteral("load a calibration"), kPredict = QStringLiteral("predict a step"),
              kMeasure = QStringLiteral("measure this machine");

}  // namespace

StepForecast::StepForecast(JobTracker& jobs, NetworkModel& network, TrainingModel& training, const DeviceList& devices)
    : jobs_(jobs), network_(network), training_(training), devices_(devices) {
    connect(&devices_, &DeviceList::changed, this, &StepForecast::load);
    connect(&network_, &NetworkModel::reportChanged, this, &StepForecast::load);
    connect(&training_, &TrainingModel::changed, this, &StepForecast::load);
}

// "" for a device that is not here, since a project may come from another machine, and for several together.
std::string StepForecast::calibration() const {
    const TrainingSpec& training = training_.spec();
    const DeviceInfo* device = devices_.find(training.device);
    return device && device->id == training.device ? calibrationPath(device->id, training.threads) : std::string();
}

void StepForecast::load() {
    const std::string path = calibration();
    if (path == path_) return predict();
    path_ = path;
    jobs_.run(
        kLoad, [path](std::stop_token) { return readCalibration(path); },
        [this](Calibration calibration) { take(std::move(calibration)); },
        [this](const Message& sentence) {
            problem_ = sentence;
            emit changed();
            take({});
        });
}

void StepForecast::take(Calibration calibration) {
    calibration_ = std::move(calibration);
    predict();
}

void StepForecast::predict() {
    struct Forecast {
        double seconds = 0;
        size_t bytes = 0;
    };
    const auto show = [this](const Forecast& now) {
        if (now.seconds == seconds_ && now.bytes == bytes_) return;
        seconds_ = now.seconds;
        bytes_ = now.bytes;
        emit changed();
    };
    if (!network_.report().ok() || network_.spec().nodes.empty()) {
        jobs_.cancel(kPredict);
        return show({});
    }
    jobs_.run(
        kPredict,
        [calibration = calibration_, network = network_.spec(), facts = network_.facts(),
         training = training_.spec()](std::stop_token) {
            const PlanCost cost = stepCost(network, facts, training.batch, trainingPlan(training, DType::UInt8));
            return Forecast{calibration.empty() ? 0 : predictedSeconds(cost, calibration), cost.peakBytes()};
        },
        show, [show](const Message&) { show({}); });  // validation says what is wrong
}

void StepForecast::measure() {
    if (measuring()) return;
    share_ = 0;
    problem_ = {};
    emit changed();
    const std::string device = training_.spec().device, path = calibration();
    const int threads = training_.spec().threads;
    jobs_.run(
        kMeasure,
        [this, device, threads, path](std::stop_token stop) {
            const auto progress = [&](double share) {
                jobs_.post([this, share] {
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
