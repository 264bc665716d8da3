// Stands still where breakpoints say so. Conditions are looked at while the training's own plan runs
// (breakpoint_values.h); where one holds, or a place is reached, the step is done op by op in a StepReplay, before it
// has written anything, and stands there: its values can be read and one op after the other be done, until somebody
// says to go on. Then the training's own plan does the step, so no stop changes a bit of a run. Without breakpoints and
// single steps a step costs a comparison. The training thread's.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/train/breakpoint_values.h"
#include "engine/train/events.h"
#include "engine/train/step_observer.h"
#include "engine/train/step_replay.h"

namespace tl {

class StepDebugger : public StepObserver {
public:
    struct Host {
        std::function<void(Event)> say;
        std::function<void(StopRecord)> stand;  // it stands, and tells so
        std::function<StopWish()> wait;         // for the next wish, as long as it takes
        std::function<void()> leave;            // it goes on until something else stops it
    };
    StepDebugger(Host host, int threads);

    void set(std::vector<Breakpoint> breakpoints);  // all there are from now on; while it stands, too
    void advance(Advance how) { mode_ = how; }      // from the next step on
    bool stepping() const { return mode_ != Advance::GoOn; }
    bool standing() const { return standing_; }
    // While it stands: the states that the step has written already, as they were before it.
    const ModelState& earlier() const { return earlier_; }

    bool wants(int64_t) override { return mode_ != Advance::GoOn || !points_.empty(); }
    void before(const StepUnderWay& step) override;
    void after(Phase phase, const StepUnderWay& step) override;

    // What conditions measured in the step under way.
    const std::map<std::string, Measured>& measured() const { return values_.measuredValues(); }

    // In this phase something was made that is not finite, and the run is to end: the first op that made it, with its
    // inputs' ranges; empty where that does not happen op by op. With `stand` it stands there until somebody goes on.
    Message findNonFinite(Phase phase, const StepUnderWay& step, bool stand);

private:
    struct Point {
        Breakpoint breakpoint;
        std::optional<BreakCondition> condition = {};
        bool bound = false, useless = false;
        std::vector<std::string> names = {};                         // of values that the condition needs
        std::set<std::string> numbers = {};                          // likewise
        std::map<std::string, std::vector<std::string>> named = {};  // the names, by pattern
        std::optional<size_t> place = {};                            // the op
        // Of the step under way:
        size_t known = 0;  // the first so many of the names
        bool decided = false, hit = false;
        size_t target = 0;  // the op that it is hit at
        bool after = false;
        Message why = {};
    };

    void begin(const StepUnderWay& step);
    void bind(const StepUnderWay& step);
    void decide(const StepUnderWay& step);
    void hit(Point& point, const StepUnderWay& step, const BreakCondition::Held& held);
    const Point* takeHit(size_t op, bool after);
    bool anyHit() const;
    bool knowsAll(Point& point) const;
    void giveUp(const Message& reason);
    void lookInto(const StepUnderWay& step);
    bool prepare(const StepUnderWay& step);  // the replay, at its first op; false: there is no memory for it
    void walk(const StepUnderWay& step);     // from where the replay is
    void rewind(const StepUnderWay& step);   // stands before the first op once more
    bool stepEndsAt(size_t op) const;        // the one under way: op, layer or phase
    void stand(const StepUnderWay& step, size_t op, bool after, const Message& why, bool last = false);
    StopRecord describe(const StepUnderWay& step, size_t op, bool after) const;
    void look(const std::string& name) const;
    Message culprit(size_t op) const;

    const Host host_;
    const int threads_;
    std::vector<Point> points_;
    BreakpointValues values_;
    Advance mode_ = Advance::GoOn;
    int64_t stops_ = 0, step_ = -1;
    bool warned_ = false, standing_ = false, unbound_ = false;
    std::vector<std::string> written_;  // by the backward pass
    ModelState earlier_;                // that, as it was before it
    std::unique_ptr<StepReplay> replay_;
    int64_t batch_ = 0;  // that the replay is for
};

}  // namespace tl
