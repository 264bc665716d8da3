// Looks at the values that people watch, at the steps that are due. What the training plan still holds after a phase is
// read from it, weights from the state, and the rest is made again by a WatchPlan before the step runs; nothing is ever
// written. Where a watch leaves the interval open, it is chosen so that all watching together takes no more of the
// training thread's time than its limit: each look is paid for by the steps without one that follow it. The training
// thread's.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "engine/train/events.h"
#include "engine/train/step_observer.h"
#include "engine/train/watch_plan.h"

namespace tl {

class Watcher : public StepObserver {
public:
    Watcher(std::function<void(Event)> say, int threads) : say_(std::move(say)), threads_(threads) {}

    // Before the first step; `done`: of the `steps` that the run has in all, where it goes on.
    void begin(const StepPlan& plan, int64_t done, int64_t steps, bool withDefaults,
               const std::vector<Watch>& without = {});
    void add(const Watch& watch);  // one of the same pattern and kind gets the other's interval
    void remove(const Watch& watch);
    void setLimit(double share);  // of the time, that watching may take
    // The clock of intervals stands still from here to the next step.
    void rest() { lastEnd_ = 0; }
    void end();  // the run is over: its plans' memory goes
    void stepEnded(int64_t step);

    bool wants(int64_t step) override { return step >= next_; }
    void before(const StepUnderWay& step) override;
    void after(Phase phase, const StepUnderWay& step) override;
    void tell();  // how all watches stand

private:
    struct One {
        WatchState state;
        std::vector<WatchableValue> values;
        int64_t next = 0;    // the step it is due at
        double spent = 0;    // seconds, since it was added
        double elapsed = 0;  // of training, likewise
        double look = 0;     // seconds of the look under way
    };
    // A value that somebody wants of this step.
    struct Wanted {
        WatchableValue::Group group;
        std::string name;
        std::vector<size_t> watches;
    };
    enum class Where { State, Forward, Backward, Again, Nowhere };
    struct Places {  // of one batch size
        std::map<ValueId, Where> of;
        std::unique_ptr<WatchPlan> again;
        std::set<ValueId> made;  // by it
    };
    void find(One& one);
    void schedule();
    void chooseInterval(One& one) const;
    // It was looked at, and not yet known is how long a step takes.
    static bool awaitsInterval(const One& one) {
        return one.state.looks > 0 && one.state.watch.every == 0 && one.state.interval == 0 &&
               one.state.problem.empty();
    }
    Places& placesOf(const StepUnderWay& step);
    void makePlan(const StepUnderWay& step, Places& places);
    void look(ValueId id, const Wanted& wanted, const Tensor& values, const StepUnderWay& step);
    template <typename Read>
    void lookAt(Where where, const StepUnderWay& step, const Read& read);
    void finishLooks(int64_t step);

    const std::function<void(Event)> say_;
    const int threads_;
    double limit_ = 0.02;
    std::vector<One> watches_;
    std::vector<WatchableValue> known_;  // of the plan; ids are the same for every batch size
    int64_t steps_ = 0, next_ = INT64_MAX, step_ = 0;
    std::map<int64_t, Places> places_;  // by batch
    std::map<ValueId, Wanted> wanted_;  // of the step under way
    std::map<ValueId, Tensor> before_;  // weights of before it, for ratios
    double lastEnd_ = 0, stepSeconds_ = 0, elapsed_ = 0, spent_ = 0, lastTold_ = 0;
};

}  // namespace tl
