// What a run leaves on disk, one folder a run, the same for window and command line: run.json (who it is), project.tlm
// (what it trains), journal.bin (all that it told), checkpoint.safetensors (the newest), best.safetensors (the best on
// the validation set) and history.csv with one row an epoch. docs/runs.md has the formats.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/io/events/training_log.h"
#include "engine/run/checkpoint_writer.h"
#include "engine/run/journal.h"
#include "engine/run/run_info.h"
#include "engine/run/run_lock.h"
#include "engine/train/run_store.h"

namespace tl {

struct RunFolderOptions {
    std::string name = {};     // empty: the folder's
    std::string program = {};  // RunInfo::program, project, validation, parent: of a new run
    std::string project = {};
    std::string validation = {};
    RunParent parent = {};
    int color = -1;  // RunInfo's; -1: one that the runs beside it have least
    int number = 0;  // likewise; 0: the next of its project's runs beside it
    std::string againOf = {};
    std::string id = {};            // of a new run; empty: one is drawn
    double checkpointSeconds = 30;  // a checkpoint is never older than this and the time to write it
};

class RunDirectory : public RunStore {
public:
    // A new run takes the place of one that is there. One that goes on keeps what the folder holds, and becomes a new
    // run with that parent where the folder is another. Throws Error.
    RunDirectory(std::string path, RunFolderOptions options, const RunPosition* resumed, RunPort port);
    ~RunDirectory() override;

    std::string checkpointPath() const override { return path_ + "/checkpoint.safetensors"; }
    bool hasCheckpoint() const override { return hasCheckpoint_; }
    void describe(const Snapshot& snapshot, const DataSet& data) override;
    bool checkpointDue() const override { return due_.load(std::memory_order_relaxed); }
    void writeCheckpoint(std::shared_ptr<const Snapshot> snapshot, bool announced) override;
    void writeEpoch(std::shared_ptr<const Snapshot> snapshot, const EpochRecord& record, double learningRate) override;
    void writeCheckpointAs(const std::string& file, std::shared_ptr<const Snapshot> snapshot,
                           const std::vector<std::string>& outdated) override;
    void writeText(const std::string& file, const std::string& text) override;
    void writeRows(const std::string& file, const std::string& rows, bool anew) override;
    std::string readText(const std::string& file) override;
    Message finish() override { return checkpoints_->finish(); }
    void close(const StateRecord& last) override;

private:
    void clear();
    void removeParts() const;
    uint64_t takeUp(const RunPosition& resumed);  // what the folder holds; bytes of the journal to keep
    void readHistory(int64_t epochsDone);
    void look();  // four times a second, on the journal's thread
    void record(const Event& event);
    bool keeps(const StepRecord& step);
    void takeEvents();  // from the log into the journal; any thread
    void writeEventFiles(const Snapshot& snapshot, const DataSet& data);
    void taken(const Snapshot& snapshot);

    std::string path_;
    RunFolderOptions options_;
    RunPort port_;
    std::optional<RunLock> lock_;
    std::optional<RunRequests> requests_;
    RunInfo info_;
    // Of history.csv.
    std::vector<std::string> columns_;
    std::string above_;                              // lines that the next row goes below, until they are written
    std::optional<std::pair<double, double>> best_;  // what the best row is worth
    std::mutex reading_;                             // for what is below, up to goesOn_
    std::unique_ptr<EventReader> events_;
    int64_t missed_ = 0;  // of these, as it was told
    StateRecord lastState_;
    WatchesRecord lastWatches_;
    double watchesTaken_ = 0;
    std::optional<StepRecord> passedOver_;  // the newest step, where the journal has it not
    bool goesOn_ = false;                   // no step yet since it went on
    std::optional<RunPosition> resumed_;
    std::unique_ptr<TrainingLog> eventFiles_;
    bool hasCheckpoint_ = false;
    std::atomic<double> lastCheckpoint_;
    std::atomic<bool> due_{false};
    std::unique_ptr<JournalWriter> journal_;
    std::unique_ptr<CheckpointWriter> checkpoints_;
};

// For SessionOptions::store: the run's files in the folder `path`.
OpenRunStore inDirectory(std::string path, RunFolderOptions options = {});

}  // namespace tl
