// The numbers that breakpoints' conditions ask of a step, as they come by: values that the training's own plan holds
// after a phase are measured there, weights and inputs before it, and the rest is made again by a WatchPlan; in a
// replay all of them are measured behind the op that makes them. The training thread's.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/core/message.h"
#include "engine/train/break_condition.h"
#include "engine/train/step_observer.h"
#include "engine/train/step_replay.h"
#include "engine/train/watch.h"
#include "engine/train/watch_plan.h"

namespace tl {

// What conditions call numbers, in a run of the network: loss, step, epoch, rate, and its metrics. Throws Error where
// the network cannot be built.
std::set<std::string> conditionNumbers(const NetworkSpec& network, const DataFacts& facts);

class BreakpointValues {
public:
    explicit BreakpointValues(std::function<void(const Message&)> trouble) : trouble_(std::move(trouble)) {}

    void learn(const StepUnderWay& step);  // what there is; again where it is known already does nothing
    std::vector<std::string> named(const std::string& pattern) const;  // throws Error with the nearest
    bool isNumber(const std::string& name) const { return numberNames_.count(name) != 0; }
    std::string numberNames() const;              // "accuracy, epoch, loss"
    ValueId idOf(const std::string& name) const;  // kNoValue: there is none
    std::string nameOf(ValueId id) const;         // empty: it has none of its own
    // The values that a number of the step is made of.
    std::vector<ValueId> sourcesOf(const StepUnderWay& step, const std::string& number) const;

    void want(std::set<std::string> names);  // those that are measured, from the next step on
    void before(const StepUnderWay& step);   // a new step
    void after(Phase phase, const StepUnderWay& step);
    bool after(const StepReplay& replay, size_t op, const StepUnderWay& step);  // whether more is known

    bool knows(const std::string& value) const { return measured_.count(value) != 0; }
    bool knowsNumber(const std::string& name) const { return numbers_.count(name) != 0; }
    const Measured& value(const std::string& name) const { return measured_.at(name); }
    const std::map<std::string, Measured>& measuredValues() const { return measured_; }
    double number(const std::string& name) const { return numbers_.at(name); }

private:
    enum class Place { Before, Forward, Backward, Again };
    struct Places {  // of one batch size
        std::map<std::string, Place> of;
        std::unique_ptr<WatchPlan> again;
    };
    Places& placesOf(const StepUnderWay& step);
    void measure(const std::string& name, const Tensor& values);

    const std::function<void(const Message&)> trouble_;
    std::vector<WatchableValue> all_;
    std::map<std::string, ValueId> ids_;
    std::map<ValueId, std::string> names_;
    std::multimap<ValueId, std::string> wantedOf_;  // the wanted names of a value
    std::set<std::string> numberNames_, wanted_;
    std::map<int64_t, Places> places_;          // by batch
    std::map<std::string, Measured> measured_;  // of the step under way
    std::map<std::string, double> numbers_;     // likewise
};

}  // namespace tl
