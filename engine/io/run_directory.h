// What a run leaves on disk: checkpoint.safetensors (the newest), best.safetensors (the best on the validation set),
// project.tlm and history.csv with one row an epoch. Every file is replaced whole.
#pragma once

#include <string>
#include <vector>

#include "engine/train/run_store.h"
#include "engine/train/session.h"

namespace tl {

class RunDirectory : public RunStore {
public:
    // Makes the folder where it is missing. A history that is there is kept up to `epochsDone` rows, and tells the best
    // epoch so far. Throws Error.
    RunDirectory(std::string path, int64_t epochsDone);

    std::string checkpointPath() const override { return path_ + "/checkpoint.safetensors"; }
    bool hasCheckpoint() const override;
    void writeProject(const Snapshot& snapshot) override;
    void writeCheckpoint(const Snapshot& snapshot) override;
    void writeEpoch(const EpochRecord& record, double learningRate) override;
    void writeCheckpointAs(const std::string& file, const Snapshot& snapshot) override;
    void writeText(const std::string& file, const std::string& text) override;
    std::string readText(const std::string& file) override;
    void remove(const std::string& file) override;

private:
    void keepAsBest();
    std::string place(const std::string& file);  // where it lies; its folder is made
    std::string path_;
    std::vector<std::string> columns_;
    std::vector<std::vector<std::string>> rows_;
};

// For SessionOptions::store: the run's files in the folder `path`.
OpenRunStore inDirectory(std::string path);

}  // namespace tl
