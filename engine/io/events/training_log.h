// Writes what a run reports as event files: `folder`/train for the steps and the means of the epochs,
// `folder`/validation for the values after each epoch, under the same tags, so that TensorBoard lays the two over each
// other. One thread.
#pragma once

#include <memory>
#include <string>

#include "engine/core/message.h"
#include "engine/io/events/event_writer.h"
#include "engine/train/events.h"
#include "engine/train/training_spec.h"

namespace tl {

class TrainingLog {
public:
    // name: the run's, for the table of hyperparameters. Throws Error where the folder cannot be written.
    TrainingLog(const std::string& folder, const std::string& name, const TrainingSpec& training);
    void add(const Event& event);
    void finish(bool succeeded);
    Message problem() const;  // a sentence, once the disk takes no more; empty while all is well

private:
    void addStep(const StepRecord& record);
    void addEpoch(const EpochRecord& record);
    std::string folder_;
    EventWriter train_;
    std::unique_ptr<EventWriter> validation_;  // made by the first value
    double newest_ = 0;
};

}  // namespace tl
