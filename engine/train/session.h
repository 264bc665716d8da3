// One run: builds the plan, trains on a thread of its own and reports to an event log. Every public function may
// be called from any one controlling thread (the window's or the terminal's); none waits for a step, except the
// destructor and wait().
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/data/source.h"
#include "engine/model/validation.h"
#include "engine/train/callback.h"
#include "engine/train/data_facts.h"
#include "engine/train/event_log.h"
#include "engine/train/metric_sums.h"
#include "engine/train/run_store.h"
#include "engine/train/snapshot.h"

namespace tl {

struct SessionOptions {
    NetworkSpec network;
    TrainingSpec training;
    DataSet data;
    std::optional<Snapshot> resume;  // weights carry over by name and shape; position and slots too
    bool weightsOnly = false;        // of `resume`: take its weights, start at step 0
    KernelChoices kernels;           // of the run that this one does again: taken where the settings say "timed"
    std::shared_ptr<KernelCache> kernelCache;  // where others' choices are and these are kept; null: nowhere
    // Of a GPU's free memory, once the network is there: what training images may take to lie there. 0 = none do.
    double imagesShare = 0.5;
    OpenRunStore store;  // the run's folder (engine/run's inDirectory()); empty = nothing is written
    std::vector<std::shared_ptr<Callback>> callbacks;  // one's own, after those of `training`; see docs/callbacks.md
    std::vector<Watch> watches;                        // from the first step on
    bool defaultWatches = false;                       // defaultWatches() beside them
    std::vector<Watch> unwatched;                      // but for these
    double watchLimit = 0.02;  // the share of the time that watching may take, where intervals are left to it
    std::vector<Breakpoint> breakpoints;
    bool standAtNonFinite = false;  // a run that ends in nan stands at the op that made it, until somebody goes on
    bool startPaused = false;
    int niceness = 0;  // of the session's threads, as in nice(1); a window wants its own to go first
};

class TrainingSession {
public:
    explicit TrainingSession(SessionOptions options);  // nothing runs yet
    ~TrainingSession();                                // stops and joins

    void start();
    void ask(const RunRequest& request);  // any of the following
    void pause();                         // between two steps
    void resume();
    void step();                        // one step, while paused or standing
    void stop();                        // after the step under way; a checkpoint is written where there is a store
    void setLearningRate(double rate);  // from the next step on; a schedule is scaled to pass through it

    void watch(const Watch& watch);    // from the next step on
    void unwatch(const Watch& watch);  // the one of that pattern and kind

    // Breakpoints (breakpoint.h): where the run stands, it is paused, and StopRecords tell where. Stopping, resuming
    // and snapshots work as they do between two steps.
    void setBreakpoints(std::vector<Breakpoint> breakpoints);
    void advance(Advance how);           // from where it stands, or into the next step
    void look(const std::string& name);  // at a value of the step it stands in: a LookRecord follows

    EventReader& events();            // one that is there from the beginning
    std::shared_ptr<EventLog> log();  // for more of them
    RunState state() const;
    void wait();  // until Finished, Stopped or Failed

    // A copy of everything, made by the training thread between two steps (or directly when none runs).
    // Asks now; the value arrives through takeSnapshot(), so that no caller waits.
    void requestSnapshot();
    std::optional<Snapshot> takeSnapshot();
    // The same, waiting; for the terminal and tests.
    Snapshot snapshot();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tl
