// A trial is one more or one fewer worker for a window, after a window to settle. More must gain 3 %; fewer must
// lose less than 1 %, since a worker that is not needed is a core for the rest of the program.
#include "engine/data/worker_tuner.h"

#include <algorithm>

namespace tl {
namespace {

constexpr int kBatches = 8;        // of a window, at least
constexpr double kSeconds = 0.06;  // of a window, at least
constexpr double kNoWait = 0.02;   // share of waiting below which more workers cannot help
constexpr double kGain = 1.03, kLoss = 0.99;
constexpr int kLongestRest = 256;

}  // namespace

WorkerTuner::WorkerTuner(int workers, int mostWorkers, bool tunesWorkers, int queued, int mostQueued, bool tunesQueue)
    : workers_(std::clamp(workers, 1, mostWorkers)), most_(mostWorkers), queued_(queued), mostQueued_(mostQueued),
      tunesWorkers_(tunesWorkers), tunesQueue_(tunesQueue) {}

bool WorkerTuner::add(int64_t images, double seconds, double waited, bool hadNoRoom) {
    if (!tunesWorkers_ && !tunesQueue_) return false;
    images_ += images;
    seconds_ += seconds;
    waited_ += waited;
    noRoom_ = noRoom_ || hadNoRoom;
    if (++batches_ < kBatches || seconds_ < kSeconds) return false;
    const double rate = static_cast<double>(images_) / seconds_, share = waited_ / seconds_;
    const bool room = noRoom_;
    images_ = 0;
    batches_ = 0;
    seconds_ = waited_ = 0;
    noRoom_ = false;
    return endWindow(rate, share, room);
}

bool WorkerTuner::endWindow(double rate, double waitShare, bool hadNoRoom) {
    bool changed = false;
    // Waiting although the queue was full at times: batches take unevenly long, and a longer queue evens them out.
    if (tunesQueue_ && hadNoRoom && waitShare > kNoWait && queued_ < mostQueued_) {
        queued_ = std::min(2 * queued_, mostQueued_);
        changed = true;
    }
    if (!tunesWorkers_) return changed;
    if (settling_) {
        settling_ = false;
        return changed;
    }
    if (resting_ > 0) {
        --resting_;
        base_ = 0;
        return changed;
    }
    if (trial_ != 0) {
        const bool better = trial_ > 0 ? rate > base_ * kGain : rate > base_ * kLoss;
        base_ = better ? std::max(base_, rate) : base_;
        if (better) {
            failures_ = 0;
            restLength_ = 8;
        } else {
            move(-trial_);
            direction_ = -trial_;
            trial_ = 0;
            if (++failures_ >= 2) restAWhile();
            return true;
        }
    } else {
        base_ = rate;
    }
    // Nobody waits: only fewer is worth a trial.
    if (waitShare < kNoWait) direction_ = -1;
    if (!move(direction_)) {
        direction_ = -direction_;
        trial_ = 0;
        if (++failures_ >= 2 || (waitShare < kNoWait && direction_ > 0) || !move(direction_)) {
            restAWhile();
            return changed;
        }
    }
    trial_ = direction_;
    return true;
}

bool WorkerTuner::move(int direction) {
    const int wanted = workers_ + direction;
    if (wanted < 1 || wanted > most_) return false;
    workers_ = wanted;
    settling_ = true;
    return true;
}

void WorkerTuner::restAWhile() {
    failures_ = 0;
    direction_ = 1;
    resting_ = restLength_;
    restLength_ = std::min(2 * restLength_, kLongestRest);
}

}  // namespace tl
