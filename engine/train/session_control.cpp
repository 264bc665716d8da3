// What the training thread does for the controlling one between two steps: pausing, single steps, rates, snapshots.
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/backend/kernel_timer.h"
#include "engine/train/clock.h"
#include "engine/train/rate_text.h"
#include "engine/train/session_impl.h"

namespace tl {

TrainingSession::Impl::Impl(SessionOptions given)
    : options(std::move(given)), watcher([this](Event event) { say(std::move(event)); }, options.training.threads),
      debugger(standing(), options.training.threads) {
    debugger.set(options.breakpoints);
    watcher.setLimit(options.watchLimit);
    for (const Watch& watch : options.watches) watcher.add(watch);
    facts = factsOf(options.data, options.training);
    mail.pauseWanted = options.startPaused;
    KernelChoices begun = options.kernels;
    if (options.resume) {
        for (const auto& [name, tensor] : options.resume->state) tensors[name] = tensor.clone();
        if (!options.weightsOnly) {
            place = options.resume->position;
            checkpointStep = place.step;
            begun.insert(options.resume->kernels.begin(), options.resume->kernels.end());  // behind what is asked for
        }
        options.resume->state.clear();
    }
    if (options.training.kernelChoice == "timed")
        kernels = std::make_shared<KernelChooser>(std::move(begun), options.kernelCache,
                                                  kernelTimer(options.training.device));
}

double TrainingSession::Impl::planned(int64_t step) const {
    return scheduledRate(options.training, std::max<int64_t>(step, 0), stepsPerEpoch * options.training.epochs);
}

float TrainingSession::Impl::frozenOutRate(int64_t step) const {
    const double planned = freezeOutRate(options.training, std::max<int64_t>(step, 0), stepsPerEpoch);
    return static_cast<float>(planned < 0 ? planned : planned * place.learningRateScale);
}

void TrainingSession::Impl::obey(const RunRequest& request) {
    mail.post([&] {
        switch (request.kind) {
        case RunRequest::Kind::Pause:
            mail.pauseWanted = true;
            mail.stepsWanted = 0;
            break;
        case RunRequest::Kind::Step:
            if (mail.standing)
                mail.wishes.push_back({Advance::Step});
            else
                mail.stepsWanted += mail.pauseWanted;
            break;
        case RunRequest::Kind::Advance:
            if (request.advance != Advance::GoOn) {
                if (mail.standing)
                    mail.wishes.push_back({request.advance});
                else
                    mail.advanceWanted = request.advance;
                break;
            }
            [[fallthrough]];
        case RunRequest::Kind::Resume:
            mail.pauseWanted = false;
            if (mail.standing) mail.wishes.push_back({});
            break;
        case RunRequest::Kind::Look:
            if (mail.standing) mail.wishes.push_back({.look = request.look});
            break;
        case RunRequest::Kind::Breakpoints:
            mail.breakpointsWanted = request.breakpoints;
            if (request.standAtNonFinite) mail.standAtNonFiniteWanted = request.standAtNonFinite;
            break;
        case RunRequest::Kind::Stop: mail.stopWanted = true; break;
        case RunRequest::Kind::LearningRate: mail.rateWanted = request.learningRate; break;
        case RunRequest::Kind::Watch:
        case RunRequest::Kind::Unwatch:
        case RunRequest::Kind::WatchLimit: mail.watchesWanted.push_back(request); break;
        }
    });
}

void TrainingSession::Impl::say(Event event) { log->push(std::move(event)); }

void TrainingSession::Impl::enter(RunState next, const Message& message, double secondsLeft) {
    runState.store(next, std::memory_order_release);
    say(StateRecord{next, message, secondsLeft});
}

void TrainingSession::Impl::changeRate(double wanted) {
    // Where it stands inside a step, that step has its rate already.
    const int64_t from = place.step + (debugger.standing() ? 1 : 0);
    const double scheduled = planned(from), before = scheduled * place.learningRateScale;
    if (!std::isfinite(wanted) || wanted <= 0) {
        say(NoteRecord{
            Message("The learning rate stays at {rate}: {wanted} is no rate.", rateText(before), rateText(wanted))});
        return;
    }
    if (scheduled == 0) {
        say(NoteRecord{
            Message("The schedule's rate is 0 at this step, so it cannot be scaled to {rate}.", rateText(wanted))});
        return;
    }
    place.learningRateScale = wanted / scheduled;
    say(LearningRateRecord{from, before, scheduled * place.learningRateScale});
}

void TrainingSession::Impl::watchAs(const RunRequest& request) {
    switch (request.kind) {
    case RunRequest::Kind::Watch: watcher.add(request.watch); break;
    case RunRequest::Kind::Unwatch: watcher.remove(request.watch); break;
    default: watcher.setLimit(std::clamp(request.watchLimit, 0.0, 1.0));
    }
}

Snapshot TrainingSession::Impl::copy() const {
    Snapshot snapshot;
    snapshot.network = options.network;
    snapshot.training = options.training;
    snapshot.dataSpec = options.data.spec;
    snapshot.dataShape = facts.shape.dims();
    snapshot.classNames = options.data.train->classNames();
    snapshot.schema = options.data.schema;
    snapshot.position = place;
    remember(snapshot.position);
    if (kernels) snapshot.kernels = kernels->choices();
    for (const auto& [name, tensor] : tensors) snapshot.state[name] = tensor.clone();
    if (debugger.standing())
        for (const auto& [name, tensor] : debugger.earlier()) snapshot.state[name] = tensor.clone();
    return snapshot;
}

Snapshot TrainingSession::Impl::copyWithoutState() const {
    Snapshot snapshot;
    snapshot.network = options.network;
    snapshot.training = options.training;
    snapshot.dataSpec = options.data.spec;
    return snapshot;
}

void TrainingSession::Impl::serve(std::unique_lock<std::mutex>& lock, bool insideStep) {
    while (mail.rateWanted || mail.snapshotWanted || mail.breakpointsWanted ||
           (!insideStep && !mail.watchesWanted.empty())) {
        const auto wantedWatches = insideStep ? std::vector<RunRequest>() : std::exchange(mail.watchesWanted, {});
        auto wantedBreakpoints = std::exchange(mail.breakpointsWanted, std::nullopt);
        const auto wantedStand = std::exchange(mail.standAtNonFiniteWanted, std::nullopt);
        const auto wantedRate = std::exchange(mail.rateWanted, std::nullopt);
        const bool wantedSnapshot = std::exchange(mail.snapshotWanted, false);
        lock.unlock();
        if (wantedRate) changeRate(*wantedRate);
        for (const RunRequest& request : wantedWatches) watchAs(request);
        if (wantedStand) options.standAtNonFinite = *wantedStand;
        if (wantedBreakpoints) debugger.set(std::move(*wantedBreakpoints));
        std::optional<Snapshot> made;
        if (wantedSnapshot) made = copy();
        lock.lock();
        if (made) mail.ready = std::move(made);
    }
    mail.changed.notify_all();
}

bool TrainingSession::Impl::attend() {
    if (!mail.attention.load(std::memory_order_acquire)) return true;
    std::unique_lock lock(mail.mutex);
    serve(lock);
    // Pausing waits for the validation's end; keep the flag up for it.
    mail.attention.store(mail.pauseWanted || mail.stopWanted || mail.stepsWanted > 0 || mail.advanceWanted,
                         std::memory_order_release);
    return !mail.stopWanted;
}

bool TrainingSession::Impl::boundary() {
    if (!mail.attention.load(std::memory_order_acquire)) return true;
    finishStep();
    std::unique_lock lock(mail.mutex);
    for (;;) {
        serve(lock);
        if (mail.stopWanted) return false;
        if (mail.advanceWanted) debugger.advance(*std::exchange(mail.advanceWanted, std::nullopt));
        if (!mail.pauseWanted) break;
        if (mail.stepsWanted > 0 || debugger.stepping()) {
            mail.stepsWanted = std::max(mail.stepsWanted - 1, 0);
            speed.restart();
            watcher.rest();
            return true;  // attention stays up: the next boundary pauses again
        }
        if (runState.load() != RunState::Paused) enter(RunState::Paused);
        const double since = steadyClock();
        mail.changed.wait(lock, [&] {
            return mail.stopWanted || !mail.pauseWanted || mail.stepsWanted > 0 || mail.rateWanted ||
                   mail.snapshotWanted || !mail.watchesWanted.empty() || mail.breakpointsWanted || mail.advanceWanted;
        });
        pausedSeconds += steadyClock() - since;
    }
    mail.stepsWanted = 0;
    mail.attention.store(false, std::memory_order_release);
    if (runState.load() != RunState::Running && !debugger.stepping()) goOn();
    return true;
}

double TrainingSession::Impl::secondsLeft() const {
    const double pace = speed.imagesPerSecond();
    if (pace <= 0) return -1;
    const auto epochs = static_cast<double>(options.training.epochs - place.epoch);
    const double images =
        static_cast<double>(options.data.train->size()) * epochs - static_cast<double>(place.epochImages);
    return std::max(images, 0.0) / pace + validationSeconds * epochs;
}

}  // namespace tl
