// Finds how many loader workers and waiting batches a run is best served with, by hill climbing on what counts in the
// end: images a second that the caller gets, its own work between two batches included. So workers that would only
// take the cores from training are not kept. One thread.
#pragma once

#include <cstdint>

namespace tl {

class WorkerTuner {
public:
    // mostWorkers >= 1; a fixed count is never changed.
    WorkerTuner(int workers, int mostWorkers, bool tunesWorkers, int queued, int mostQueued, bool tunesQueue);

    int workers() const { return workers_; }
    int queued() const { return queued_; }

    // One batch was handed out: its images, the seconds since the one before, those of them spent waiting, and whether
    // workers had to wait for room meanwhile. True where a count has changed.
    bool add(int64_t images, double seconds, double waited, bool hadNoRoom);

private:
    bool endWindow(double rate, double waitShare, bool hadNoRoom);
    bool move(int direction);
    void restAWhile();

    int workers_, most_, queued_, mostQueued_;
    bool tunesWorkers_, tunesQueue_;

    // The window under way.
    int64_t images_ = 0;
    int batches_ = 0;
    double seconds_ = 0, waited_ = 0;
    bool noRoom_ = false;

    double base_ = 0;     // the rate to beat
    int direction_ = 1;   // of the trial under way or the next one
    int trial_ = 0;       // 0 = measuring the base
    int failures_ = 0;    // trials in a row that gained nothing
    int resting_ = 0;     // windows until the next trial
    int restLength_ = 8;  // doubles each time both directions gained nothing
    bool settling_ = true;
};

}  // namespace tl
