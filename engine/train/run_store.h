// Where a run leaves its results. Training asks for these few things only; the folder, its files and their formats are
// engine/run's (run_directory.h), which knows training and not the other way round.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/train/event_log.h"

namespace tl {

struct DataSet;
struct Snapshot;

// What a person wishes of a run: from the window or terminal that trains it, or from another program, through its
// folder.
struct RunRequest {
    enum class Kind { Pause, Resume, Step, Stop, LearningRate, Watch, Unwatch, WatchLimit, Breakpoints, Advance, Look };
    Kind kind = Kind::Stop;
    double learningRate = 0;
    Watch watch = {};                           // of Watch (a known one gets its interval) and Unwatch
    double watchLimit = 0;                      // the share of the time that watching may take
    std::vector<Breakpoint> breakpoints = {};   // all of them
    std::optional<bool> standAtNonFinite = {};  // of Breakpoints, where it may change
    tl::Advance advance = tl::Advance::GoOn;    // from where it stands; where it does not, into the next step
    std::string look = {};                      // a value, while it stands: a LookRecord follows
};

// How a store reaches its run, on any thread, for as long as the store lives.
struct RunPort {
    std::shared_ptr<EventLog> log;  // to be read from, and told what happened to files
    std::function<void(const RunRequest&)> request;
};

// Called by the training thread alone. Nothing but the constructor, texts and finish() waits for a disk.
class RunStore {
public:
    virtual ~RunStore() = default;
    virtual std::string checkpointPath() const = 0;
    virtual bool hasCheckpoint() const = 0;  // of a step after the first
    // What is trained on what; before anything else. The snapshot's state is left out.
    virtual void describe(const Snapshot& snapshot, const DataSet& data) = 0;
    // Whether the last checkpoint is so old that another is due, and the one before is written.
    virtual bool checkpointDue() const = 0;
    // The newest checkpoint. Where they come faster than the disk takes them, only the newest is written. Where it is
    // `announced`, a CheckpointRecord follows when it is.
    virtual void writeCheckpoint(std::shared_ptr<const Snapshot> snapshot, bool announced) = 0;
    // The checkpoint of an epoch's end: also as the best where it is, and with a row of history.
    virtual void writeEpoch(std::shared_ptr<const Snapshot> snapshot, const EpochRecord& record,
                            double learningRate) = 0;
    // One under a name of its own, in the run's folder or from / anywhere; then the outdated ones go.
    virtual void writeCheckpointAs(const std::string& file, std::shared_ptr<const Snapshot> snapshot,
                                   const std::vector<std::string>& outdated) = 0;
    // Files of callbacks, by such names too. Written beside the training, whose notes say where one cannot be.
    virtual void writeText(const std::string& file, const std::string& text) = 0;
    // Rows below those that were written before; `anew`: the whole table, in place of what is there.
    virtual void writeRows(const std::string& file, const std::string& rows, bool anew) = 0;
    virtual std::string readText(const std::string& file) = 0;  // "" where it is not there; throws Error
    // Waits until all is written. Why the newest checkpoint is not on the disk, or empty.
    virtual Message finish() = 0;
    // How the run ended, which the log has not yet: whoever reads there that it is over finds the store closed.
    virtual void close(const StateRecord& last) = 0;
};

// Opens the store; `resumed` is where the run goes on, null for a new one. Called on the training thread, may throw
// Error.
struct RunPosition;
using OpenRunStore = std::function<std::unique_ptr<RunStore>(const RunPosition* resumed, RunPort port)>;

}  // namespace tl
