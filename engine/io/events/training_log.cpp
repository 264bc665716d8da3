// What of a run goes where: steps and the means of epochs to train/, validations to validation/.
#include "engine/io/events/training_log.h"

#include <chrono>

namespace tl {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

std::map<std::string, HParam> hparamsOf(const TrainingSpec& training) {
    return {{"optimizer", training.optimizer.type},
            {"schedule", training.schedule.type},
            {"learning_rate", training.learningRate},
            {"batch", static_cast<double>(training.batch)},
            {"epochs", static_cast<double>(training.epochs)},
            {"seed", static_cast<double>(training.seed)},
            {"precision", training.precision},
            {"device", training.device}};
}

}  // namespace

TrainingLog::TrainingLog(const std::string& folder, const std::string& name, const TrainingSpec& training)
    : folder_(folder), train_(folder + "/train") {
    train_.hparamsStart(now(), hparamsOf(training), {"epoch_loss", "epoch_accuracy"}, name);
    train_.flush();
}

void TrainingLog::add(const Event& event) {
    if (const auto* step = std::get_if<StepRecord>(&event)) addStep(*step);
    if (const auto* epoch = std::get_if<EpochRecord>(&event)) addEpoch(*epoch);
    if (const auto* rate = std::get_if<LearningRateRecord>(&event)) {
        char words[80];
        std::snprintf(words, sizeof words, "rate %.4g → %.4g", rate->from, rate->to);
        train_.text("live_changes", rate->step, now(), words);
    }
}

void TrainingLog::addStep(const StepRecord& record) {
    newest_ = record.wallTime;
    train_.scalar("loss", record.step, record.wallTime, record.loss);
    for (const auto& [name, value] : record.metrics) train_.scalar(name, record.step, record.wallTime, value);
    train_.scalar("learning_rate", record.step, record.wallTime, record.learningRate);
    if (record.imagesPerSecond > 0)
        train_.scalar("images_per_second", record.step, record.wallTime, record.imagesPerSecond);
}

void TrainingLog::addEpoch(const EpochRecord& record) {
    newest_ = record.wallTime;
    for (const auto& [name, value] : record.values) {
        if (name.rfind("val_", 0) != 0) {
            train_.scalar("epoch_" + name, record.step, record.wallTime, value);
            continue;
        }
        if (!validation_) validation_ = std::make_unique<EventWriter>(folder_ + "/validation");
        validation_->scalar(name.substr(4), record.step, record.wallTime, value);
    }
}

void TrainingLog::finish(bool succeeded) {
    train_.hparamsEnd(newest_ > 0 ? newest_ : now(), succeeded);
    train_.flush();
    if (validation_) validation_->flush();
}

Message TrainingLog::problem() const {
    const Message first = train_.problem();
    return first.empty() && validation_ ? validation_->problem() : first;
}

}  // namespace tl
