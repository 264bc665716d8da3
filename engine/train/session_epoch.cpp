// The end of an epoch: validation, the record, the checkpoint. A checkpoint never replaces a good one by a state that
// is not finite.
#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "engine/profile/spans.h"
#include "engine/train/clock.h"
#include "engine/train/session_impl.h"

namespace tl {
namespace {

const SpanName kValidation = spanName({"validation", {}, {}, SpanCategory::Validation}),
               kCheckpoint = spanName({"checkpoint", {}, {}, SpanCategory::Checkpoint});

}  // namespace
std::string TrainingSession::Impl::notFinite(const ModelState& state) {
    for (const auto& [name, tensor] : state) {
        const auto values = tensor.as<float>();
        if (!std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); })) return name;
    }
    return {};
}

bool TrainingSession::Impl::finishEpoch(double epochBegan) {
    EpochRecord record;
    record.epoch = place.epoch;
    record.step = place.step;
    for (const auto& [name, value] : metricValues(metrics, place.epochSums, place.epochImages))
        record.values[name] = static_cast<float>(value);
    const double lastRate = planned(place.step - 1) * place.learningRateScale;
    if (evaluator) {
        enter(RunState::Validating, {}, secondsLeft());
        const double began = steadyClock();
        const Span validating(kValidation, static_cast<uint32_t>(place.epoch + 1));
        auto evaluation = evaluator->run(options.training.seed, [this](double) {
            if (files && files->checkpointDue()) saveRolling();  // of the epoch's last step: resumed, it is validated
            return attend();
        });
        if (!evaluation) return false;
        validationSeconds = steadyClock() - began;
        for (const auto& [name, value] : evaluation->values) record.values["val_" + name] = static_cast<float>(value);
        record.confusion = evaluation->confusion;
        record.curves = evaluation->curves;
        record.images = evaluation->images;
        record.unread = evaluation->unread;
        if (Predictions& made = evaluation->predictions; files && !made.empty()) {
            made.step = place.step;
            made.epoch = place.epoch;
            files->writeText(predictionsFile("validation"), toBytes(made));
        }
        if (!evaluation->broken.empty()) say(BrokenRecord{evaluation->broken});
    }
    record.wallTime = wallClock();
    record.seconds = steadyClock() - epochBegan - pausedSeconds;
    ++place.epoch;
    place.batchInEpoch = 0;
    place.epochSums.clear();
    place.epochImages = 0;
    tell(&Callback::onEpochEnd, record);
    say(record);
    saveCheckpoint(&record, lastRate);
    if (evaluator && place.epoch < options.training.epochs) {
        // The boundary before the next step says Running, or Paused where that was asked for.
        const std::lock_guard lock(mail.mutex);
        mail.attention.store(true, std::memory_order_release);
    }
    return true;
}

void TrainingSession::Impl::saveCheckpoint(const EpochRecord* epoch, double epochRate) {
    if (!files) return;
    if (const std::string culprit = notFinite(tensors); !culprit.empty())
        throw Error(Message(
            "Training stopped after step {step}: \"{culprit}\" holds values that are not finite. No checkpoint was written over the last good one. Lower the learning rate.",
            place.step, culprit));
    const Span copying(kCheckpoint);
    auto snapshot = std::make_shared<const Snapshot>(copy());
    checkpointStep = place.step;
    if (epoch)
        files->writeEpoch(std::move(snapshot), *epoch, epochRate);
    else
        files->writeCheckpoint(std::move(snapshot), true);
}

void TrainingSession::Impl::saveRolling() {
    if (!notFinite(tensors).empty()) return;  // the loss will tell
    const Span copying(kCheckpoint);
    checkpointStep = place.step;
    files->writeCheckpoint(std::make_shared<const Snapshot>(copy()), false);
}

}  // namespace tl
