// What a run leaves on disk: checkpoint.safetensors (the newest), best.safetensors (the best on the validation set),
// project.tlm and history.csv with one row an epoch. Every file is replaced whole.
#pragma once

#include <string>
#include <vector>

#include "engine/train/events.h"
#include "engine/train/session.h"

namespace tl {

class RunDirectory {
public:
    // Makes the folder where it is missing. A history that is there is kept up to `epochsDone` rows, and tells the best
    // epoch so far. Throws Error.
    RunDirectory(std::string path, int64_t epochsDone);

    std::string checkpointPath() const { return path_ + "/checkpoint.safetensors"; }
    bool hasCheckpoint() const;

    void writeProject(const Snapshot& snapshot);
    void writeCheckpoint(const Snapshot& snapshot);
    // After an epoch's checkpoint: a row of history, and the checkpoint as best where it is.
    void writeEpoch(const EpochRecord& record, double learningRate);

private:
    void keepAsBest();
    std::string path_;
    std::vector<std::string> columns_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace tl
