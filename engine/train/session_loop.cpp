// The training thread from its first line to its last: prepares the state, steps through the epochs, and words how it
// ended.
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/backend/device.h"
#include "engine/core/error.h"
#include "engine/model/build.h"
#include "engine/train/clock.h"
#include "engine/train/rate_text.h"
#include "engine/train/session_impl.h"

namespace tl {
namespace {

constexpr double kStatusInterval = 0.5;  // seconds between two reports of the time left

}  // namespace

void TrainingSession::Impl::main() {
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

void TrainingSession::Impl::prepare() {
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

StepPlanOptions TrainingSession::Impl::planOptions() const {
    StepPlanOptions plan;
    plan.device = options.training.device;
    plan.threads = options.training.threads;
    plan.precision = precisionNamed(options.training.precision);
    plan.optimizer = options.training.optimizer;
    plan.dataType = options.data.train->dataType();
    return plan;
}

void TrainingSession::Impl::notePrecision() {
    const DType precision = precisionNamed(options.training.precision);
    const DeviceInfo device = findDevice(options.training.device);
    if (!isHalf(precision) || (precision == DType::BFloat16 && device.bfloat16)) return;
    events.push(NoteRecord{"The device " + device.id + " has no instructions for " + options.training.precision +
                           ": values are kept so and computed in float32, which saves memory and takes longer."});
}

Pipeline TrainingSession::Impl::trainingPipeline() const {
    const TrainingSpec& t = options.training;
    const Source& source = *options.data.train;
    Pipeline pipeline(options.data.train);
    pipeline.shuffle(t.shuffleBuffer > 0 ? t.shuffleBuffer : source.size(), t.seed).repeat(-1).resize(facts.shape);
    if (!source.planar(0)) pipeline.cache();
    if (!t.augmentation.empty()) pipeline.augment(t.augmentation, t.seed);
    pipeline.batch(t.batch).prefetch(loaderWorkers(source, t.workers), 4);
    return pipeline;
}

bool TrainingSession::Impl::train() {
    enter(RunState::Starting);
    prepare();
    notePrecision();
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

void TrainingSession::Impl::trainStep(StepPlan& plan, const Batch& batch, double waited) {
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

void TrainingSession::Impl::failOnLoss(StepPlan& plan, const StepContext& context, float loss) {
    std::string culprit = plan.findNonFinite(context);
    if (!culprit.empty() && culprit.back() != '.') culprit += '.';
    std::string message = "Training stopped at step " + std::to_string(position.step + 1) + ": the loss is " +
                          (std::isnan(loss) ? "nan" : "infinite") + ". " + culprit +
                          " The weights are those of the step before. Lower the learning rate (it was " +
                          rateText(static_cast<double>(context.learningRate)) + ")";
    if (store && store->hasCheckpoint()) message += ", or go on from " + store->checkpointPath();
    throw Error(message + ".");
}

void TrainingSession::Impl::advanceTo(const Batch& batch) {
    position.step += batch.number + 1 - position.batchInEpoch;
    position.batchInEpoch = batch.number + 1;
}

void TrainingSession::Impl::reportBroken(Pipeline::Iterator& iterator) {
    auto broken = iterator.takeBroken();
    if (!broken.empty()) events.push(BrokenRecord{std::move(broken)});
}

}  // namespace tl
