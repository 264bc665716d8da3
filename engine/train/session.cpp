// The training thread. Between two steps it looks into its mailbox, which is where pausing, single steps, rates and
// snapshots happen; everything else it owns alone, so nothing of a step is locked.
#include "engine/train/session.h"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/thread_priority.h"
#include "engine/data/pipeline.h"
#include "engine/model/build.h"
#include "engine/train/clock.h"
#include "engine/train/evaluator.h"
#include "engine/train/mailbox.h"
#include "engine/train/optimizer.h"
#include "engine/train/speed_meter.h"
#include "engine/train/step_plan.h"

namespace tl {
namespace {

constexpr double kStatusInterval = 0.5;  // seconds between two reports of the time left

std::string rateText(double rate) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", rate);
    return text;
}

bool allFinite(const ModelState& state, std::string& culprit) {
    for (const auto& [name, tensor] : state) {
        const auto values = tensor.as<float>();
        if (std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); })) continue;
        culprit = name;
        return false;
    }
    return true;
}

}  // namespace

struct TrainingSession::Impl {
    explicit Impl(SessionOptions given) : options(std::move(given)) {
        facts = {options.data.train->sampleShape(), options.data.classes()};
        mail.pauseWanted = options.startPaused;
        if (options.resume) {
            for (const auto& [name, tensor] : options.resume->state) state[name] = tensor.clone();
            if (!options.weightsOnly) position = options.resume->position;
            options.resume->state.clear();
        }
    }

    // Set by the constructor, then the training thread's alone until it has ended.
    SessionOptions options;
    DataFacts facts;
    ModelState state;
    RunPosition position;
    bool prepared = false;
    std::unique_ptr<RunStore> store;
    std::optional<Evaluator> evaluator;
    int64_t stepsPerEpoch = 0;
    double pausedSeconds = 0;      // of the epoch under way
    double validationSeconds = 0;  // the last validation's
    double lastStatus = 0;
    std::string diskTrouble;  // the last checkpoint could not be written
    SpeedMeter speed;

    EventQueue events;
    std::atomic<RunState> runState{RunState::Idle};

    Mailbox mail;

    std::jthread thread;  // last: joined before anything above goes

    void enter(RunState next, const std::string& message = {}, double secondsLeft = -1) {
        runState.store(next, std::memory_order_release);
        events.push(StateRecord{next, message, secondsLeft});
    }

    double planned(int64_t step) const {
        return scheduledRate(options.training, std::max<int64_t>(step, 0), stepsPerEpoch * options.training.epochs);
    }
    double rate() const { return planned(position.step) * position.learningRateScale; }

    void changeRate(double wanted) {
        const double before = rate(), scheduled = planned(position.step);
        if (!std::isfinite(wanted) || wanted < 0) {
            events.push(NoteRecord{"The learning rate stays at " + rateText(before) + ": " + rateText(wanted) +
                                   " is no rate."});
            return;
        }
        if (scheduled == 0) {
            events.push(NoteRecord{"The schedule's rate is 0 at this step, so it cannot be scaled to " +
                                   rateText(wanted) + "."});
            return;
        }
        position.learningRateScale = wanted / scheduled;
        events.push(LearningRateRecord{position.step, before, rate()});
    }

    Snapshot copy() const {
        Snapshot snapshot;
        snapshot.network = options.network;
        snapshot.training = options.training;
        snapshot.dataSpec = options.data.spec;
        snapshot.dataShape = facts.shape.dims();
        snapshot.classNames = options.data.train->classNames();
        snapshot.position = position;
        for (const auto& [name, tensor] : state) snapshot.state[name] = tensor.clone();
        return snapshot;
    }

    // Sees to wishes that can be met at once. With the mutex held.
    void serve(std::unique_lock<std::mutex>& lock) {
        while (mail.rateWanted || mail.snapshotWanted) {
            const auto wantedRate = std::exchange(mail.rateWanted, std::nullopt);
            const bool wantedSnapshot = std::exchange(mail.snapshotWanted, false);
            lock.unlock();
            if (wantedRate) changeRate(*wantedRate);
            std::optional<Snapshot> made;
            if (wantedSnapshot) made = copy();
            lock.lock();
            if (made) mail.ready = std::move(made);
        }
        mail.changed.notify_all();
    }

    // Between two batches of the validation: false when the run is to stop.
    bool attend() {
        if (!mail.attention.load(std::memory_order_acquire)) return true;
        std::unique_lock lock(mail.mutex);
        serve(lock);
        // Pausing waits for the validation's end; keep the flag up for it.
        mail.attention.store(mail.pauseWanted || mail.stopWanted || mail.stepsWanted > 0, std::memory_order_release);
        return !mail.stopWanted;
    }

    // Between two steps: waits while paused. False when the run is to stop.
    bool boundary() {
        if (!mail.attention.load(std::memory_order_acquire)) return true;
        std::unique_lock lock(mail.mutex);
        for (;;) {
            serve(lock);
            if (mail.stopWanted) return false;
            if (!mail.pauseWanted) break;
            if (mail.stepsWanted > 0) {
                --mail.stepsWanted;
                speed.restart();
                return true;  // attention stays up: the next boundary pauses again
            }
            if (runState.load() != RunState::Paused) enter(RunState::Paused);
            const double since = steadyClock();
            mail.changed.wait(lock, [&] {
                return mail.stopWanted || !mail.pauseWanted || mail.stepsWanted > 0 || mail.rateWanted ||
                       mail.snapshotWanted;
            });
            pausedSeconds += steadyClock() - since;
        }
        mail.stepsWanted = 0;
        mail.attention.store(false, std::memory_order_release);
        if (runState.load() != RunState::Running) {
            enter(RunState::Running, {}, secondsLeft());
            speed.restart();
        }
        return true;
    }

    double secondsLeft() const {
        const double pace = speed.imagesPerSecond();
        if (pace <= 0) return -1;
        const auto epochs = static_cast<double>(options.training.epochs - position.epoch);
        const double images =
            static_cast<double>(options.data.train->size()) * epochs - static_cast<double>(position.epochImages);
        return std::max(images, 0.0) / pace + validationSeconds * epochs;
    }

    // Weights, drawn or carried over; slots of an earlier run only where it goes on.
    void prepare() {
        if (prepared) return;
        checkTraining(options.training, options.data.train->size());
        if (options.weightsOnly) {
            const BuiltNetwork built = build(options.network, facts, 1, true);
            ModelState kept;
            const auto keep = [&](const std::string& name) {
                if (auto found = state.find(name); found != state.end()) kept[name] = found->second;
            };
            for (const BuiltParameter& parameter : built.parameters) keep(parameter.name);
            for (const BuiltState& average : built.states) keep(average.name);
            state = std::move(kept);
        }
        initialize(options.network, facts, options.training.seed, state);
        prepared = true;
    }

    Pipeline trainingPipeline() const {
        const TrainingSpec& t = options.training;
        const Source& source = *options.data.train;
        Pipeline pipeline(options.data.train);
        pipeline.shuffle(t.shuffleBuffer > 0 ? t.shuffleBuffer : source.size(), t.seed).repeat(-1).resize(facts.shape);
        if (!source.planar(0)) pipeline.cache();
        if (!t.augmentation.empty()) pipeline.augment(t.augmentation, t.seed);
        pipeline.batch(t.batch).prefetch(loaderWorkers(source, t.workers), 4);
        return pipeline;
    }

    StepPlanOptions planOptions() const {
        StepPlanOptions plan;
        plan.device = options.training.device;
        plan.threads = options.training.threads;
        plan.optimizer = options.training.optimizer;
        return plan;
    }

    void saveCheckpoint() {
        if (!store) return;
        std::string culprit;
        if (!allFinite(state, culprit))
            throw Error("Training stopped after step " + std::to_string(position.step) + ": \"" + culprit +
                        "\" holds values that are not finite. No checkpoint was written over the last good one. "
                        "Lower the learning rate.");
        try {
            store->writeCheckpoint(copy());
            diskTrouble.clear();
            events.push(CheckpointRecord{position.step, store->checkpointPath()});
        } catch (const Error& error) {
            diskTrouble = error.message();
            events.push(NoteRecord{"The checkpoint was not written. " + diskTrouble});
        }
    }

    void failOnLoss(StepPlan& plan, const StepContext& context, float loss) {
        std::string culprit = plan.findNonFinite(context);
        if (!culprit.empty() && culprit.back() != '.') culprit += '.';
        std::string message = "Training stopped at step " + std::to_string(position.step + 1) + ": the loss is " +
                              (std::isnan(loss) ? "nan" : "infinite") + ". " + culprit +
                              " The weights are those of the step before. Lower the learning rate (it was " +
                              rateText(static_cast<double>(context.learningRate)) + ")";
        if (store && store->hasCheckpoint()) message += ", or go on from " + store->checkpointPath();
        throw Error(message + ".");
    }

    void trainStep(StepPlan& plan, const Batch& batch, double waited) {
        StepContext context;
        context.seed = options.training.seed;
        context.step = static_cast<uint64_t>(position.step);
        const double scheduled = rate();
        context.learningRate = static_cast<float>(scheduled);
        plan.setInputs(batch.data, batch.labels);
        plan.forward(context);
        const float loss = plan.loss();
        if (!std::isfinite(loss)) failOnLoss(plan, context, loss);
        plan.backwardAndUpdate(context);

        const auto images = static_cast<double>(batch.count());
        StepRecord record;
        position.epochSums["loss"] += static_cast<double>(loss) * images;
        for (size_t i = 0; i < plan.metricNames().size(); ++i) {
            const float sum = plan.metric(i);
            position.epochSums[plan.metricNames()[i]] += static_cast<double>(sum);
            record.metrics.emplace(plan.metricNames()[i], sum / static_cast<float>(images));
        }
        position.epochImages += batch.count();
        advanceTo(batch);
        speed.add(batch.count(), waited);
        record.step = position.step;
        record.epoch = position.epoch;
        record.stepInEpoch = position.batchInEpoch;
        record.stepsPerEpoch = stepsPerEpoch;
        record.wallTime = wallClock();
        record.loss = loss;
        record.learningRate = scheduled;
        record.imagesPerSecond = static_cast<float>(speed.imagesPerSecond());
        record.dataWaitShare = static_cast<float>(speed.waitShare());
        const double wall = record.wallTime;
        events.push(std::move(record));
        if (wall - lastStatus > kStatusInterval && runState.load(std::memory_order_relaxed) == RunState::Running) {
            lastStatus = wall;
            events.push(StateRecord{RunState::Running, {}, secondsLeft()});
        }
    }

    // Steps count batches of the pipeline, so that a broken image changes no later random draw or rate.
    void advanceTo(const Batch& batch) {
        position.step += batch.number + 1 - position.batchInEpoch;
        position.batchInEpoch = batch.number + 1;
    }

    void reportBroken(Pipeline::Iterator& iterator) {
        auto broken = iterator.takeBroken();
        if (!broken.empty()) events.push(BrokenRecord{std::move(broken)});
    }

    // False when it was stopped on the way: a resumed run begins with the validation.
    bool finishEpoch(double epochBegan) {
        EpochRecord record;
        record.epoch = position.epoch;
        record.step = position.step;
        for (const auto& [name, sum] : position.epochSums)
            record.values[name] =
                static_cast<float>(sum / static_cast<double>(std::max<int64_t>(position.epochImages, 1)));
        const double lastRate = planned(position.step - 1) * position.learningRateScale;
        if (evaluator) {
            enter(RunState::Validating, {}, secondsLeft());
            const double began = steadyClock();
            const auto evaluation = evaluator->run(options.training.seed, [this](double) { return attend(); });
            if (!evaluation) return false;
            validationSeconds = steadyClock() - began;
            for (const auto& [name, value] : evaluation->values)
                record.values["val_" + name] = static_cast<float>(value);
            if (!evaluation->broken.empty()) events.push(BrokenRecord{evaluation->broken});
        }
        record.wallTime = wallClock();
        record.seconds = steadyClock() - epochBegan - pausedSeconds;
        ++position.epoch;
        position.batchInEpoch = 0;
        position.epochSums.clear();
        position.epochImages = 0;
        saveCheckpoint();
        events.push(record);
        if (store && diskTrouble.empty()) {
            try {
                store->writeEpoch(record, lastRate);
            } catch (const Error& error) {
                events.push(NoteRecord{error.message()});
            }
        }
        if (evaluator && position.epoch < options.training.epochs) {
            // The boundary before the next step says Running, or Paused where that was asked for.
            const std::lock_guard lock(mail.mutex);
            mail.attention.store(true, std::memory_order_release);
        }
        return true;
    }

    // True when all epochs are done, false when it was stopped.
    bool train() {
        enter(RunState::Starting);
        prepare();
        const Pipeline pipeline = trainingPipeline();
        stepsPerEpoch = pipeline.batchesPerEpoch();
        if (position.batchInEpoch > stepsPerEpoch)
            throw Error("The checkpoint is of another data set or batch size: it was at step " +
                        std::to_string(position.batchInEpoch) + " of an epoch, and an epoch has " +
                        std::to_string(stepsPerEpoch) + " now.");
        StepPlans plans(options.network, facts, planOptions(), state);
        plans.get(std::min<int64_t>(options.training.batch, pipeline.itemsPerEpoch()));
        if (options.data.validation && options.data.validation->size() > 0)
            evaluator.emplace(options.network, facts, options.training, state, options.data.validation,
                              std::max(evaluationBatch(facts.shape), options.training.batch));
        if (options.store) {
            store = options.store(position.epoch);
            store->writeProject(copyWithoutState());
        }
        if (position.epoch >= options.training.epochs) return true;

        // From here on the boundary tells Running and Paused apart.
        {
            const std::lock_guard lock(mail.mutex);
            mail.attention.store(true, std::memory_order_release);
        }
        const bool epochDone = position.batchInEpoch == stepsPerEpoch;
        auto iterator = pipeline.iterate(position.epoch + (epochDone ? 1 : 0), epochDone ? 0 : position.batchInEpoch);
        Batch batch;
        double waited = iterator.secondsWaited();
        while (position.epoch < options.training.epochs) {
            pausedSeconds = 0;
            const double began = steadyClock();
            while (position.batchInEpoch < stepsPerEpoch) {
                if (!boundary()) return false;
                if (!iterator.next(batch)) throw Error("The data ended in the middle of an epoch.");
                const double waitedNow = iterator.secondsWaited();
                if (batch.count() > 0)
                    trainStep(plans.get(batch.count()), batch, waitedNow - waited);
                else
                    advanceTo(batch);
                waited = waitedNow;
                reportBroken(iterator);
            }
            if (!finishEpoch(began)) return false;
        }
        return true;
    }

    Snapshot copyWithoutState() const {
        Snapshot snapshot;
        snapshot.network = options.network;
        snapshot.training = options.training;
        snapshot.dataSpec = options.data.spec;
        return snapshot;
    }

    void main() {
        StateRecord last{RunState::Failed, {}, 0};
        try {
            if (train()) {
                last.state = RunState::Finished;
            } else {
                saveCheckpoint();
                last.state = RunState::Stopped;
                last.message = "Stopped after step " + std::to_string(position.step) + ".";
            }
            if (!diskTrouble.empty()) last.message = "The last checkpoint was not written. " + diskTrouble;
        } catch (const std::bad_alloc&) {
            last = {RunState::Failed, "There is not enough memory for this network. Choose a smaller batch.", 0};
        } catch (const std::exception& error) {
            last = {RunState::Failed, error.what(), 0};
        }
        std::unique_lock lock(mail.mutex);
        if (mail.snapshotWanted && prepared) {
            mail.snapshotWanted = false;
            mail.ready = copy();
        }
        mail.ended = true;
        runState.store(last.state, std::memory_order_release);
        events.push(last);
        lock.unlock();
        mail.changed.notify_all();
    }
};

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

void TrainingSession::pause() {
    impl_->mail.post([this] {
        impl_->mail.pauseWanted = true;
        impl_->mail.stepsWanted = 0;
    });
}

void TrainingSession::resume() {
    impl_->mail.post([this] { impl_->mail.pauseWanted = false; });
}

void TrainingSession::step() {
    impl_->mail.post([this] {
        if (impl_->mail.pauseWanted) ++impl_->mail.stepsWanted;
    });
}

void TrainingSession::stop() {
    impl_->mail.post([this] { impl_->mail.stopWanted = true; });
}

void TrainingSession::setLearningRate(double rate) {
    impl_->mail.post([this, rate] { impl_->mail.rateWanted = rate; });
}

EventQueue& TrainingSession::events() { return impl_->events; }
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
