// The end of an epoch: validation, the record, the checkpoint. A checkpoint never replaces a good one by a state that
// is not finite.
#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "engine/train/clock.h"
#include "engine/train/session_impl.h"

namespace tl {
namespace {

bool allFinite(const ModelState& state, std::string& culprit) {
    for (const auto& [name, tensor] : state) {
        const auto values = tensor.as<float>();
        if (std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); })) continue;
        culprit = name;
        return false;
    }
    return true;
}

}  // namespace

bool TrainingSession::Impl::finishEpoch(double epochBegan) {
    EpochRecord record;
    record.epoch = position.epoch;
    record.step = position.step;
    for (const auto& [name, value] : metricValues(metrics, position.epochSums, position.epochImages))
        record.values[name] = static_cast<float>(value);
    const double lastRate = planned(position.step - 1) * position.learningRateScale;
    if (evaluator) {
        enter(RunState::Validating, {}, secondsLeft());
        const double began = steadyClock();
        const auto evaluation = evaluator->run(options.training.seed, [this](double) { return attend(); });
        if (!evaluation) return false;
        validationSeconds = steadyClock() - began;
        for (const auto& [name, value] : evaluation->values) record.values["val_" + name] = static_cast<float>(value);
        record.confusion = evaluation->confusion;
        if (!evaluation->broken.empty()) events.push(BrokenRecord{evaluation->broken});
    }
    record.wallTime = wallClock();
    record.seconds = steadyClock() - epochBegan - pausedSeconds;
    ++position.epoch;
    position.batchInEpoch = 0;
    position.epochSums.clear();
    position.epochImages = 0;
    saveCheckpoint();
    events.push(record);
    if (store && diskTrouble.empty()) {
        try {
            store->writeEpoch(record, lastRate);
        } catch (const Error& error) {
            events.push(NoteRecord{error.message()});
        }
    }
    if (evaluator && position.epoch < options.training.epochs) {
        // The boundary before the next step says Running, or Paused where that was asked for.
        const std::lock_guard lock(mail.mutex);
        mail.attention.store(true, std::memory_order_release);
    }
    return true;
}

void TrainingSession::Impl::saveCheckpoint() {
    if (!store) return;
    std::string culprit;
    if (!allFinite(state, culprit))
        throw Error("Training stopped after step " + std::to_string(position.step) + ": \"" + culprit +
                    "\" holds values that are not finite. No checkpoint was written over the last good one. "
                    "Lower the learning rate.");
    try {
        store->writeCheckpoint(copy());
        diskTrouble.clear();
        events.push(CheckpointRecord{position.step, store->checkpointPath()});
    } catch (const Error& error) {
        diskTrouble = error.message();
        events.push(NoteRecord{"The checkpoint was not written. " + diskTrouble});
    }
}

}  // namespace tl
