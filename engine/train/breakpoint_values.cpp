// Each value once a step, at the first place where it can be read.
#include "engine/train/breakpoint_values.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/core/half.h"
#include "engine/train/metric_sums.h"
#include "engine/train/step_plan.h"

namespace tl {
namespace {

constexpr size_t kBatchSizesKept = 2;

}  // namespace

std::set<std::string> conditionNumbers(const NetworkSpec& network, const DataFacts& facts) {
    std::set<std::string> names = kStepNumbers;
    for (const BuiltMetric& metric : build(network, facts, 1, true).metrics) names.insert(metric.name);
    return names;
}

void BreakpointValues::learn(const StepUnderWay& step) {
    if (!all_.empty()) return;
    all_ = watchableValues(step.plan);
    for (const WatchableValue& value : all_) {
        ids_[value.name] = value.value;
        names_.try_emplace(value.value, value.name);
    }
    numberNames_ = kStepNumbers;
    for (const BuiltMetric& metric : step.plan.metrics()) numberNames_.insert(metric.name);
}

std::vector<std::string> BreakpointValues::named(const std::string& pattern) const {
    std::vector<std::string> names;
    for (const WatchableValue& value : matching(all_, pattern)) names.push_back(value.name);
    return names;
}

std::string BreakpointValues::numberNames() const {
    std::string list;
    for (const std::string& name : numberNames_) list += (list.empty() ? "" : ", ") + name;
    return list;
}

ValueId BreakpointValues::idOf(const std::string& name) const {
    const auto found = ids_.find(name);
    return found == ids_.end() ? kNoValue : found->second;
}

std::string BreakpointValues::nameOf(ValueId id) const {
    const auto found = names_.find(id);
    return found == names_.end() ? std::string() : found->second;
}

std::vector<ValueId> BreakpointValues::sourcesOf(const StepUnderWay& step, const std::string& number) const {
    if (number == "loss") return {step.plan.lossValue()};
    for (const BuiltMetric& metric : step.plan.metrics())
        if (metric.name == number) return {metric.sums};
    return {};
}

void BreakpointValues::want(std::set<std::string> names) {
    if (names == wanted_) return;
    wanted_ = std::move(names);
    places_.clear();
    wantedOf_.clear();
    for (const std::string& name : wanted_) wantedOf_.emplace(ids_.at(name), name);
}

BreakpointValues::Places& BreakpointValues::placesOf(const StepUnderWay& step) {
    const int64_t batch = step.plan.batch();
    if (const auto found = places_.find(batch); found != places_.end()) return found->second;
    if (places_.size() == kBatchSizesKept) places_.clear();
    Places places;
    std::set<ValueId> again;
    for (const std::string& name : wanted_) {
        const ValueId id = ids_.at(name);
        if (step.plan.graph().value(id).kind != ValueKind::Computed)
            places.of[name] = Place::Before;
        else if (step.plan.plan().holds(id, Phase::Forward))
            places.of[name] = Place::Forward;
        else if (step.plan.plan().holds(id, Phase::Backward))
            places.of[name] = Place::Backward;
        else
            places.of[name] = Place::Again, again.insert(id);
    }
    if (!again.empty()) try {
            places.again = std::make_unique<WatchPlan>(step, again);
        } catch (const Error& error) {
            trouble_(Message("Some breakpoints are not looked at. {reason}", error.message()));
        }
    return places_[batch] = std::move(places);
}

void BreakpointValues::measure(const std::string& name, const Tensor& values) {
    measured_[name] = measured(toFloat32(values));
}

void BreakpointValues::before(const StepUnderWay& step) {
    measured_.clear();
    numbers_ = {{"step", static_cast<double>(step.step)},
                {"epoch", static_cast<double>(step.epoch + 1)},
                {"rate", static_cast<double>(step.context.learningRate)}};
    if (wanted_.empty()) return;
    Places& places = placesOf(step);
    if (places.again) places.again->run(step);
    for (const auto& [name, place] : places.of) {
        const ValueId id = ids_.at(name);
        if (place == Place::Again && places.again) measure(name, places.again->read(id));
        if (place != Place::Before) continue;
        const Value& value = step.plan.graph().value(id);
        const bool kept = value.kind == ValueKind::Parameter || value.kind == ValueKind::State;
        measure(name, kept ? step.state.at(value.name) : step.plan.plan().read(id));
    }
}

void BreakpointValues::after(Phase phase, const StepUnderWay& step) {
    if (phase == Phase::Forward && !numbers_.count("loss"))
        for (const auto& [name, value] : metricValues(step.plan.metrics(), step.plan.sums(), step.plan.batch()))
            numbers_[name] = value;
    if (wanted_.empty() || (phase != Phase::Forward && phase != Phase::Backward)) return;
    const Place here = phase == Phase::Forward ? Place::Forward : Place::Backward;
    for (const auto& [name, place] : placesOf(step).of)
        if (place == here && !measured_.count(name)) measure(name, step.plan.plan().readHeld(ids_.at(name), phase));
}

bool BreakpointValues::after(const StepReplay& replay, size_t op, const StepUnderWay& step) {
    bool more = false;
    for (const ValueId output : replay.ops()[op]->outputs)
        for (auto [name, end] = wantedOf_.equal_range(output); name != end; ++name)
            if (replay.readable(output) && !measured_.count(name->second)) {
                measure(name->second, replay.read(output));
                more = true;
            }
    if (numbers_.count("loss") || !replay.made(step.plan.lossValue())) return more;
    const auto read = [&](ValueId id) {
        const Tensor numbers = replay.read(id);
        return std::vector<double>(numbers.as<float>().begin(), numbers.as<float>().end());
    };
    MetricSums sums{{"loss", {read(step.plan.lossValue())[0] * static_cast<double>(step.plan.batch())}}};
    for (const BuiltMetric& metric : step.plan.metrics()) {
        if (!replay.made(metric.sums)) return more;
        sums[metric.name] = read(metric.sums);
    }
    for (const auto& [name, value] : metricValues(step.plan.metrics(), sums, step.plan.batch())) numbers_[name] = value;
    return true;
}

}  // namespace tl
