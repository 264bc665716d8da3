// The controlling side of a run: what people wish goes into the mailbox, and nothing here waits for a step but what
// says so in the header.
#include "engine/train/session.h"

#include <utility>

#include "engine/core/error.h"
#include "engine/core/thread_priority.h"
#include "engine/train/session_impl.h"

namespace tl {

TrainingSession::TrainingSession(SessionOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}

TrainingSession::~TrainingSession() { stop(); }

void TrainingSession::start() {
    const std::lock_guard lock(impl_->mail.mutex);
    if (impl_->mail.started) return;
    impl_->mail.started = true;
    impl_->thread = std::jthread([impl = impl_.get()] {
        lowerThreadPriority(impl->options.niceness);
        impl->main();
    });
}

void TrainingSession::ask(const RunRequest& request) { impl_->obey(request); }
void TrainingSession::pause() { ask({RunRequest::Kind::Pause}); }
void TrainingSession::resume() { ask({RunRequest::Kind::Resume}); }
void TrainingSession::step() { ask({RunRequest::Kind::Step}); }
void TrainingSession::stop() { ask({RunRequest::Kind::Stop}); }
void TrainingSession::setLearningRate(double rate) { ask({RunRequest::Kind::LearningRate, rate}); }

void TrainingSession::watch(const Watch& watch) { ask({.kind = RunRequest::Kind::Watch, .watch = watch}); }
void TrainingSession::unwatch(const Watch& watch) { ask({.kind = RunRequest::Kind::Unwatch, .watch = watch}); }

void TrainingSession::setBreakpoints(std::vector<Breakpoint> breakpoints) {
    ask({.kind = RunRequest::Kind::Breakpoints, .breakpoints = std::move(breakpoints)});
}
void TrainingSession::advance(Advance how) { ask({.kind = RunRequest::Kind::Advance, .advance = how}); }
void TrainingSession::look(const std::string& name) { ask({.kind = RunRequest::Kind::Look, .look = name}); }

EventReader& TrainingSession::events() { return *impl_->events; }
std::shared_ptr<EventLog> TrainingSession::log() { return impl_->log; }
RunState TrainingSession::state() const { return impl_->runState.load(std::memory_order_acquire); }

void TrainingSession::wait() {
    std::unique_lock lock(impl_->mail.mutex);
    if (!impl_->mail.started) return;
    impl_->mail.changed.wait(lock, [this] { return impl_->mail.ended; });
}

void TrainingSession::requestSnapshot() {
    {
        const std::lock_guard lock(impl_->mail.mutex);
        if (impl_->mail.started && !impl_->mail.ended) {
            impl_->mail.snapshotWanted = true;
            impl_->mail.attention.store(true, std::memory_order_release);
            impl_->mail.changed.notify_all();
            return;
        }
    }
    // No training thread runs: the state is the caller's to read.
    impl_->prepare();
    const std::lock_guard lock(impl_->mail.mutex);
    impl_->mail.ready = impl_->copy();
}

std::optional<Snapshot> TrainingSession::takeSnapshot() {
    const std::lock_guard lock(impl_->mail.mutex);
    return std::exchange(impl_->mail.ready, std::nullopt);
}

Snapshot TrainingSession::snapshot() {
    requestSnapshot();
    std::unique_lock lock(impl_->mail.mutex);
    impl_->mail.changed.wait(lock, [this] { return impl_->mail.ready.has_value() || impl_->mail.ended; });
    if (!impl_->mail.ready) throw Error("The run failed before it had weights.");
    return *std::exchange(impl_->mail.ready, std::nullopt);
}

}  // namespace tl
