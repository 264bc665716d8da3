// What the controlling thread wishes of the training thread. Wishes stand behind a mutex and one flag says that there
// are any, so that a step costs one atomic read for being controllable.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/train/session.h"

namespace tl {

struct Mailbox {
    std::mutex mutex;  // of everything but the flag
    std::condition_variable changed;
    std::atomic<bool> attention{false};   // look inside
    bool started = false, ended = false;  // the training thread
    bool pauseWanted = false, stopWanted = false, snapshotWanted = false;
    int stepsWanted = 0;  // single steps while paused
    std::optional<double> rateWanted;
    std::vector<RunRequest> watchesWanted;  // in order
    std::optional<std::vector<Breakpoint>> breakpointsWanted;
    std::optional<bool> standAtNonFiniteWanted;  // with them
    std::optional<Advance> advanceWanted;        // into the next step
    bool standing = false;                       // inside a step
    std::deque<StopWish> wishes;                 // of a run that stands, in order
    std::optional<Snapshot> ready;

    template <typename F>
    void post(F&& change) {
        {
            const std::lock_guard lock(mutex);
            change();
            attention.store(true, std::memory_order_release);
        }
        changed.notify_all();
    }
};

}  // namespace tl
