// One step that is watched: collect what is wanted of it, make what is not held, read the rest as it comes by.
#include "engine/train/watcher.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/backend/threads.h"
#include "engine/core/error.h"
#include "engine/core/half.h"
#include "engine/profile/spans.h"
#include "engine/train/clock.h"
#include "engine/train/look_interval.h"
#include "engine/train/step_plan.h"

namespace tl {
namespace {

using Group = WatchableValue::Group;

const SpanName kWatch = spanName({"watch", {}, {}, SpanCategory::Other});
constexpr double kSteady = 0.2, kLeastShare = 0.1;
constexpr double kTellEvery = 1;  // seconds
constexpr size_t kPlacesKept = 2;

}  // namespace

void Watcher::begin(const StepPlan& plan, int64_t done, int64_t steps, bool withDefaults,
                    const std::vector<Watch>& without) {
    known_ = watchableValues(plan);
    step_ = done;
    steps_ = steps;
    for (One& one : watches_) find(one);
    for (const Watch& watch : withDefaults ? defaultWatches(plan) : std::vector<Watch>{}) {
        const bool asked =
            std::ranges::any_of(watches_, [&](const One& one) { return one.state.watch.sameValues(watch); });
        const bool unwanted = std::ranges::any_of(without, [&](const Watch& other) { return other.sameValues(watch); });
        if (asked || unwanted) continue;
        watches_.emplace_back().state.watch = watch;
        find(watches_.back());
    }
    schedule();
    if (!watches_.empty()) tell();
}

void Watcher::find(One& one) {
    if (known_.empty()) return;  // begin() comes
    try {
        one.values = watchedBy(one.state.watch, known_);
    } catch (const Error& error) {
        one.state.problem = error.message();
        say_(NoteRecord{error.message()});
    }
    one.state.values = static_cast<int>(one.values.size());
    const int64_t every = one.state.watch.every;
    one.state.interval = every;
    one.next = !one.state.problem.empty() ? INT64_MAX : every > 0 ? (step_ / every + 1) * every : step_ + 1;
}

void Watcher::add(const Watch& watch) {
    remove(watch);
    watches_.emplace_back().state.watch = watch;
    find(watches_.back());
    places_.clear();
    schedule();
    if (!known_.empty()) tell();
}

void Watcher::remove(const Watch& watch) {
    const size_t gone = std::erase_if(watches_, [&](const One& one) { return one.state.watch.sameValues(watch); });
    if (gone == 0) return;
    places_.clear();
    schedule();
    if (!known_.empty()) tell();
}

void Watcher::setLimit(double share) {
    limit_ = share;
    for (One& one : watches_)
        if (one.state.looks > 0 && one.state.watch.every == 0) chooseInterval(one);
    schedule();
    if (!known_.empty()) tell();
}

void Watcher::end() {
    if (!known_.empty()) tell();  // what it came to in the whole run
    places_.clear();
    before_.clear();
}

void Watcher::schedule() {
    next_ = INT64_MAX;
    for (const One& one : watches_) next_ = std::min(next_, one.next);
}

void Watcher::stepEnded(int64_t step) {
    const double now = steadyClock();
    // After a rest the step before it has no end to count from: this one took about as long as others.
    const double took = lastEnd_ > 0 ? now - lastEnd_ : stepSeconds_;
    if (lastEnd_ > 0) stepSeconds_ = stepSeconds_ > 0 ? stepSeconds_ + (took - stepSeconds_) * 0.05 : took;
    elapsed_ += took;
    for (One& one : watches_) one.elapsed += took;
    lastEnd_ = now;
    step_ = step;
    if (!wanted_.empty())
        finishLooks(step);
    else if (std::ranges::any_of(watches_, &Watcher::awaitsInterval)) {
        for (One& one : watches_)
            if (awaitsInterval(one)) chooseInterval(one);
        schedule();
        tell();
    }
    if (!watches_.empty() && now - lastTold_ > kTellEvery) tell();
}

// What the watch has spent is to be paid for by its part of the limit.
void Watcher::chooseInterval(One& one) const {
    double fixed = 0;
    int open = 0;
    for (const One& each : watches_) {
        open += each.state.watch.every == 0 && each.state.problem.empty();
        if (each.state.watch.every > 0 && each.elapsed > 0) fixed += each.spent / each.elapsed;
    }
    if (stepSeconds_ <= 0) {  // the first step: how long one takes is known after the next
        one.state.interval = 0;
        one.next = INT64_MAX;
        return;
    }
    const double mine = std::max(limit_ - fixed, limit_ * kLeastShare) / std::max(open, 1);
    one.state.interval =
        lookInterval({one.spent, one.elapsed, one.state.seconds}, mine, stepSeconds_, static_cast<double>(steps_));
    one.next = (step_ / one.state.interval + 1) * one.state.interval;
}

void Watcher::finishLooks(int64_t step) {
    wanted_.clear();
    before_.clear();
    bool early = false;
    for (One& one : watches_) {
        if (one.next > step) continue;
        early |= one.state.looks < 2;
        one.state.seconds =
            one.state.looks == 0 ? one.look : one.state.seconds + (one.look - one.state.seconds) * kSteady;
        ++one.state.looks;
        one.look = 0;
        const int64_t every = one.state.watch.every;
        if (!one.state.problem.empty())
            one.next = INT64_MAX;
        else if (every > 0)
            one.next = (step / every + 1) * every;
        else
            chooseInterval(one);
    }
    schedule();
    if (early) tell();
}

void Watcher::tell() {
    lastTold_ = steadyClock();
    WatchesRecord record;
    record.step = step_;
    record.limit = limit_;
    record.share = elapsed_ > 0 ? spent_ / elapsed_ : 0;
    for (One& one : watches_) {
        one.state.share = one.elapsed > 0 ? one.spent / one.elapsed : 0;
        record.watches.push_back(one.state);
    }
    say_(std::move(record));
}

Watcher::Places& Watcher::placesOf(const StepUnderWay& step) {
    const int64_t batch = step.plan.batch();
    if (const auto found = places_.find(batch); found != places_.end()) return found->second;
    if (places_.size() == kPlacesKept) places_.clear();
    Places places;
    std::set<ValueId> again;
    const Plan& plan = step.plan.plan();
    const Graph& graph = step.plan.graph();
    for (const One& one : watches_)
        for (const WatchableValue& value : one.values) {
            const Value& known = graph.value(value.value);
            Where where = Where::Again;
            if (known.kind == ValueKind::Parameter || known.kind == ValueKind::State)
                where = Where::State;
            else if (plan.holds(value.value, Phase::Forward))
                where = Where::Forward;
            else if (plan.holds(value.value, Phase::Backward))
                where = Where::Backward;
            else
                again.insert(value.value);
            places.of[value.value] = where;
        }
    places.made = std::move(again);
    return places_[batch] = std::move(places);
}

// When one of its values is wanted first: that takes as long as compiling does.
void Watcher::makePlan(const StepUnderWay& step, Places& places) {
    try {
        places.again = std::make_unique<WatchPlan>(step, places.made);
    } catch (const Error& error) {
        for (One& one : watches_)
            for (const WatchableValue& value : one.values)
                if (places.made.count(value.value)) {
                    places.of[value.value] = Where::Nowhere;
                    one.state.problem = error.message();
                }
        say_(NoteRecord{error.message()});
    }
}

void Watcher::before(const StepUnderWay& step) {
    const double began = steadyClock();
    const Span span(kWatch, static_cast<uint32_t>(step.step));
    const ThreadScope scope(threads_);
    Places& places = placesOf(step);
    wanted_.clear();
    before_.clear();
    std::vector<size_t> due, needing;
    for (size_t i = 0; i < watches_.size(); ++i) {
        One& one = watches_[i];
        if (one.next > step.step) continue;
        due.push_back(i);
        one.look = 0;
        one.state.again = false;
        for (const WatchableValue& value : one.values) {
            Wanted& wanted = wanted_[value.value];
            wanted.group = value.group;
            wanted.name = value.name;
            wanted.watches.push_back(i);
            one.state.again |= places.of[value.value] == Where::Again;
            const bool ratio = one.state.watch.kind == WatchKind::UpdateRatio || one.state.watch.kind == WatchKind::All;
            if (ratio && value.group == Group::Weight && !before_.count(value.value))
                before_[value.value] = step.state.at(value.name).clone();
        }
        if (one.state.again) needing.push_back(i);
    }
    if (due.empty()) {  // none is due, or what was has gone
        schedule();
        return;
    }
    double making = 0;  // the plan: once, so that it is spent and tells nothing of what the next look takes
    if (!needing.empty() && !places.again) {
        const double from = steadyClock();
        makePlan(step, places);
        making = steadyClock() - from;
    }
    if (!needing.empty() && places.again) places.again->run(step);
    // What all have in common, to those it was for.
    const double took = steadyClock() - began;
    const std::vector<size_t>& those = needing.empty() ? due : needing;
    for (const size_t i : those) watches_[i].look += (took - making) / static_cast<double>(those.size());
    for (const size_t i : those) watches_[i].spent += took / static_cast<double>(those.size());
    spent_ += took;
    if (!needing.empty() && places.again)
        lookAt(Where::Again, step, [&](ValueId id) { return places.again->read(id); });
}

void Watcher::after(Phase phase, const StepUnderWay& step) {
    if (phase == Phase::Update) {
        lookAt(Where::State, step, [&](ValueId id) { return step.state.at(step.plan.graph().value(id).name); });
    } else if (phase == Phase::Forward || phase == Phase::Backward) {
        lookAt(phase == Phase::Forward ? Where::Forward : Where::Backward, step,
               [&](ValueId id) { return step.plan.plan().readHeld(id, phase); });
    }
}

template <typename Read>
void Watcher::lookAt(Where where, const StepUnderWay& step, const Read& read) {
    const Span span(kWatch, static_cast<uint32_t>(step.step));
    const ThreadScope scope(threads_);
    const Places& places = placesOf(step);
    for (const auto& [id, wanted] : wanted_) {
        if (places.of.at(id) != where) continue;
        const double began = steadyClock();
        look(id, wanted, read(id), step);
        const double took = steadyClock() - began;
        for (const size_t i : wanted.watches) watches_[i].look += took / static_cast<double>(wanted.watches.size());
        for (const size_t i : wanted.watches) watches_[i].spent += took / static_cast<double>(wanted.watches.size());
        spent_ += took;
    }
}

void Watcher::look(ValueId id, const Wanted& wanted, const Tensor& values, const StepUnderWay& step) {
    const auto any = [&](WatchKind kind) {
        return std::ranges::any_of(wanted.watches, [&](size_t i) {
            const WatchKind own = watches_[i].state.watch.kind;
            return own == kind || own == WatchKind::All;
        });
    };
    const double now = wallClock();
    const auto tell = [&](auto content) { say_(WatchedRecord{step.step, now, wanted.name, std::move(content)}); };
    if (any(WatchKind::Histogram) || any(WatchKind::Statistics)) {
        const Tensor numbers = toFloat32(values);
        const Measured found = measured(numbers);
        if (any(WatchKind::Statistics)) tell(found);
        if (any(WatchKind::Histogram))
            tell(std::make_shared<const Histogram>(histogramOf(numbers.as<float>(), found.statistics)));
    }
    if (const auto old = before_.find(id); old != before_.end() && step.moved) {
        const double size = statisticsOf(old->second.as<float>()).norm();
        const double change = distance(values.as<float>(), old->second.as<float>());
        tell(WatchedRecord::UpdateRatio{size > 0 ? change / size : 0});
    }
    if (any(WatchKind::Pictures)) {
        const bool weight = wanted.group == Group::Weight || wanted.group == Group::Gradient;
        if (auto pictures = picturesOf(values, weight ? PictureOf::Kernel : PictureOf::Batch))
            tell(std::move(pictures));
    }
}

}  // namespace tl
