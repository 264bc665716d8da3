// Where a run leaves its results. Training asks for these few things only; files and formats are engine/io's
// (run_directory.h), which knows training and not the other way round.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/train/events.h"

namespace tl {

struct Snapshot;

// Used by the training thread alone. All throw Error where writing fails.
class RunStore {
public:
    virtual ~RunStore() = default;
    virtual std::string checkpointPath() const = 0;
    virtual bool hasCheckpoint() const = 0;
    virtual void writeProject(const Snapshot& snapshot) = 0;
    virtual void writeCheckpoint(const Snapshot& snapshot) = 0;
    // After an epoch's checkpoint: a row of history, and the checkpoint as best where it is.
    virtual void writeEpoch(const EpochRecord& record, double learningRate) = 0;
    // Files of callbacks, by names in the run's folder, or from / anywhere.
    virtual void writeCheckpointAs(const std::string& file, const Snapshot& snapshot) = 0;
    virtual void writeText(const std::string& file, const std::string& text) = 0;
    virtual std::string readText(const std::string& file) = 0;  // "" where it is not there
    virtual void remove(const std::string& file) = 0;           // nothing where it is not there
};

// Opens the store for a run that has so many epochs behind it; called on the training thread, may throw Error.
using OpenRunStore = std::function<std::unique_ptr<RunStore>(int64_t epochsDone)>;

}  // namespace tl
