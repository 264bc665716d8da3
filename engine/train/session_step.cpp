// A training step, in one of two ways. Where nobody looks and the device judges by itself, it is asked for as a whole,
// and what it came to is read while the next one is worked on. Else it goes phase by phase, and the host judges
// between them (docs/decisions/0003, 0045).
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/error.h"
#include "engine/profile/counters.h"
#include "engine/profile/recording.h"
#include "engine/train/clock.h"
#include "engine/train/rate_text.h"
#include "engine/train/session_impl.h"
#include "engine/train/training_graph.h"

namespace tl {
namespace {

const SpanName kCopyBatch = spanName({"copy batch", {}, {}, SpanCategory::Data}),
               kSpeed = spanName({"images/s", {}, {}, SpanCategory::Other});
constexpr double kStatusInterval = 0.5;  // seconds between two reports of the time left

Message faultOf(float loss, Phase phase) {
    if (phase == Phase::Backward)
        return Message("the loss is {loss}, but its gradient is not finite", rateText(static_cast<double>(loss)));
    return std::isnan(loss) ? Message("the loss is nan") : Message("the loss is infinite");
}

}  // namespace

TrainingSession::Impl::NextStep TrainingSession::Impl::nextStep() const {
    if (onItsWay) return {onItsWay->number, onItsWay->batch.number + 1, (place.accumulated + 1) % gatheredSteps};
    return {place.step, place.batchInEpoch, place.accumulated};
}

bool TrainingSession::Impl::goesAlone(const Step& step) const {
    const auto wants = [&](const auto& each) { return each->wants(step.number); };
    return step.plan->goesAlone() && std::ranges::none_of(observers, wants) && std::ranges::none_of(callbacks, wants) &&
           // What is passed over is not gathered, and whether it was is not known yet.
           (options.training.precision != "float16" || gatheredSteps == 1);
}

void TrainingSession::Impl::trainStep(StepPlan& plan, Batch& batch, double waited) {
    if (onItsWay && onItsWay->plan != &plan) finishStep();
    const NextStep from = nextStep();
    Step step;
    step.plan = &plan;
    step.number = from.step - from.batchInEpoch + batch.number + 1;
    if (onItsWay && !goesAlone(step)) {
        finishStep();
        return trainStep(plan, batch, waited);
    }
    step.rate = planned(from.step) * place.learningRateScale;
    step.context = {options.training.seed, static_cast<uint64_t>(from.step), static_cast<float>(step.rate),
                    frozenOutRate(from.step)};
    step.waited = waited;
    step.due = from.accumulated + 1 >= gatheredSteps;
    if (!goesAlone(step)) return watchedStep(step, batch);
    {
        const Span copying(kCopyBatch, static_cast<uint32_t>(step.number));
        setInputs(plan, batch);
    }
    plan.start(step.context, step.due);
    std::swap(step.batch, batch);
    auto before = std::exchange(onItsWay, std::move(step));
    if (!before) return;
    settle(*before, before->plan->results(true));
    batch = std::move(before->batch);  // its memory, for the next one
}

void TrainingSession::Impl::setInputs(StepPlan& plan, const Batch& batch) {
    if (residents)
        residents->giveTo(plan, batch);
    else
        plan.setInputs(batch);
}

void TrainingSession::Impl::finishStep() {
    if (const auto step = std::exchange(onItsWay, std::nullopt)) settle(*step, step->plan->results());
}

// Of a step that went alone. Where it ended the run, no later one has moved anything, and it is made once more for the
// culprit to be found.
void TrainingSession::Impl::settle(const Step& step, const StepPlan::Results& results) {
    StepRecord record = recordOf(step, results.loss);
    if (results.stopped) {
        const Phase phase = std::isfinite(results.loss) ? Phase::Backward : Phase::Forward;
        if (phase == Phase::Forward) say(record);  // curves and files end in what ended the run
        setInputs(*step.plan, step.batch);
        step.plan->forward(step.context);
        failOn({*step.plan, step.context, tensors, step.number, place.epoch}, phase, faultOf(results.loss, phase));
    }
    if (results.finite) place.accumulated = (place.accumulated + 1) % gatheredSteps;
    conclude(step.batch, step.waited, std::move(record), step.plan->metrics(), results.sums);
}

void TrainingSession::Impl::watchedStep(const Step& step, const Batch& batch) {
    tell(&Callback::onBatchBegin);
    StepPlan& plan = *step.plan;
    StepContext context = step.context;
    const double scheduled = rate();  // a callback may have changed it
    context.learningRate = static_cast<float>(scheduled);
    context.freezeOutRate = frozenOutRate(place.step);
    {
        const Span copying(kCopyBatch, static_cast<uint32_t>(step.number));
        setInputs(plan, batch);
    }
    StepUnderWay underWay{plan, context, tensors, step.number, place.epoch, step.due};
    const auto observe = [&](const auto& look) {
        for (StepObserver* observer : observers)
            if (observer->wants(underWay.step)) look(*observer);
    };
    // What is not finite ends the run at the op that made it; a breakpoint on the loss would stand behind that.
    const auto passed = [&](Phase phase, bool finite = true) {
        observe([&](StepObserver& each) {
            if (finite || !options.standAtNonFinite || &each != &debugger) each.after(phase, underWay);
        });
    };
    observe([&](StepObserver& each) { each.before(underWay); });
    plan.forward(context);
    const bool scales = canLowerLossScale();
    const float loss = plan.loss();
    passed(Phase::Forward, std::isfinite(loss));
    StepRecord record = recordOf(step, loss);
    record.learningRate = scheduled;
    if (!std::isfinite(loss)) {
        say(record);  // curves and files end in what ended the run
        failOn(underWay, Phase::Forward, faultOf(loss, Phase::Forward));
    }
    const bool finite = plan.backward(context);
    passed(Phase::Backward, finite || scales);
    if (!finite && !scales) failOn(underWay, Phase::Backward, faultOf(loss, Phase::Backward));
    if (finite) {
        underWay.moved = underWay.due;
        plan.update(context, underWay.moved);
        place.accumulated = (place.accumulated + 1) % gatheredSteps;
    }
    passed(Phase::Update);
    conclude(batch, step.waited, std::move(record), plan.metrics(), plan.sums());
}

StepRecord TrainingSession::Impl::recordOf(const Step& step, float loss) const {
    StepRecord record;
    record.step = step.number;
    record.epoch = place.epoch;
    record.stepInEpoch = place.batchInEpoch + step.number - place.step;
    record.stepsPerEpoch = stepsPerEpoch;
    record.wallTime = wallClock();
    record.loss = loss;
    record.learningRate = step.rate;
    return record;
}

void TrainingSession::Impl::conclude(const Batch& batch, double waited, StepRecord record,
                                     const std::vector<BuiltMetric>& names, const MetricSums& sums) {
    addTo(place.epochSums, sums);
    for (const auto& [name, value] : metricValues(names, sums, batch.count()))
        if (name != "loss") record.metrics.emplace(name, static_cast<float>(value));
    place.epochImages += batch.count();
    advanceTo(batch);
    speed.add(batch.count(), waited);
    record.wallTime = wallClock();
    record.imagesPerSecond = static_cast<float>(speed.imagesPerSecond());
    recordCounter(kSpeed, record.imagesPerSecond);
    recordProcessCounters();
    record.dataWaitShare = static_cast<float>(speed.waitShare());
    const double wall = record.wallTime;
    rememberStep(record, batch);
    if (std::ranges::any_of(callbacks, [&](const auto& each) { return each->wants(record.step); }))
        tell(&Callback::onBatchEnd, record);
    say(std::move(record));
    watcher.stepEnded(place.step);
    if (wall - lastStatus > kStatusInterval && runState.load(std::memory_order_relaxed) == RunState::Running) {
        lastStatus = wall;
        say(StateRecord{RunState::Running, {}, secondsLeft()});
    }
}

// Float16 skips steps whose gradients are too large for its scale, and tries again with half of it.
bool TrainingSession::Impl::canLowerLossScale() const {
    const auto scale = tensors.find(kLossScale);
    return options.training.precision == "float16" && scale != tensors.end() &&
           std::as_const(scale->second).as<float>()[0] > 1;
}

void TrainingSession::Impl::failOn(const StepUnderWay& step, Phase phase, const Message& what) {
    Message culprit;
    if (!step.plan.replicas()) culprit = debugger.findNonFinite(phase, step, options.standAtNonFinite);
    if (culprit.empty()) culprit = step.plan.findNonFinite(phase, step.context);
    const Message cause = culprit.empty() ? what : Message("{what}. {culprit}", what, culprit);
    const std::string broken = notFinite(tensors);
    const Message weights =
        broken.empty() ? Message("The weights are those of the step before.")
                       : Message("The weights are those of the step before, which made \"{weight}\" too large for a "
                                 "number.",
                                 broken);
    const std::string rate = rateText(static_cast<double>(step.context.learningRate));
    // Those of the step before may be on their way to nan already: they take no good checkpoint's place.
    const Message advice =
        files && files->hasCheckpoint()
            ? Message("Lower the learning rate (it was {rate}), or go on from {path}, which is of step {step}.", rate,
                      files->checkpointPath(), checkpointStep)
        : files ? Message("Lower the learning rate (it was {rate}); the only checkpoint is of the beginning.", rate)
                : Message("Lower the learning rate (it was {rate}).", rate);
    throw Error(Message("Training stopped at step {step}: {cause}. {weights} {advice}", place.step + 1, cause, weights,
                        advice));
}

void TrainingSession::Impl::advanceTo(const Batch& batch) {
    place.step += batch.number + 1 - place.batchInEpoch;
    place.batchInEpoch = batch.number + 1;
}

}  // namespace tl
