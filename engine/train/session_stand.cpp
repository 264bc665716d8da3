// A run that stands inside a step, for a breakpoint or between two single ops: the training thread waits here for what
// people wish, as it does between two steps.
#include <utility>

#include "engine/profile/spans.h"
#include "engine/train/clock.h"
#include "engine/train/session_impl.h"

namespace tl {

namespace {
const SpanName kStands = spanName({"stands at a breakpoint", {}, {}, SpanCategory::Other});
}

StepDebugger::Host TrainingSession::Impl::standing() {
    return {[this](Event event) { say(std::move(event)); },
            [this](StopRecord stop) {
                {
                    const std::lock_guard lock(mail.mutex);
                    mail.standing = true;
                }
                // Single steps come fast: only what a breakpoint says is a line of the log.
                const Message message =
                    stop.why.empty() ? Message() : Message("Stands {place}: {why}", stop.place, stop.why);
                if (!message.empty() || runState.load() != RunState::Paused) enter(RunState::Paused, message);
                stoodAt = stop.place;
                stop.past.assign(past.begin(), past.end());
                stop.train = options.data.train;
                say(std::make_shared<const StopRecord>(std::move(stop)));
            },
            [this] { return nextWish(); },
            [this] {
                {
                    const std::lock_guard lock(mail.mutex);
                    mail.standing = false;
                    mail.wishes.clear();
                    if (!mail.stopWanted) stoodAt = {};
                }
                goOn();
            }};
}

StopWish TrainingSession::Impl::nextWish() {
    std::unique_lock lock(mail.mutex);
    for (;;) {
        serve(lock, true);
        if (mail.stopWanted) return {};  // the step is done, and the boundary behind it ends the run
        if (!mail.wishes.empty()) {
            StopWish wish = std::move(mail.wishes.front());
            mail.wishes.pop_front();
            return wish;
        }
        const double since = steadyClock();
        const Span standing(kStands);
        mail.changed.wait(lock, [&] {
            return mail.stopWanted || !mail.wishes.empty() || mail.rateWanted || mail.snapshotWanted ||
                   mail.breakpointsWanted;
        });
        const double stood = steadyClock() - since;
        pausedSeconds += stood;
        speed.leaveOut(stood);
    }
}

// The oldest gives its memory to the newest, so that this costs a step next to nothing.
void TrainingSession::Impl::rememberStep(const StepRecord& record, const Batch& batch) {
    PastStep step;
    if (past.size() == kPastSteps) {
        step = std::move(past.front());
        past.pop_front();
    }
    step.step = record.step;
    step.epoch = record.epoch;
    step.loss = record.loss;
    step.learningRate = record.learningRate;
    step.metrics = record.metrics;
    step.items = batch.indices;
    step.values.clear();
    if (debugger.wants(record.step))
        for (const auto& [name, value] : debugger.measured()) step.values[name] = value.statistics;
    past.push_back(std::move(step));
}

void TrainingSession::Impl::goOn() {
    enter(RunState::Running, {}, secondsLeft());
    speed.restart();
    watcher.rest();
}

}  // namespace tl
