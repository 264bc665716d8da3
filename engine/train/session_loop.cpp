// The training thread from its first line to its last: prepares the state, steps through the epochs, and words how it
// ended.
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/backend/device.h"
#include "engine/backend/device_list.h"
#include "engine/backend/device_watch.h"
#include "engine/backend/memory.h"
#include "engine/core/error.h"
#include "engine/model/build.h"
#include "engine/profile/collecting.h"
#include "engine/profile/counters.h"
#include "engine/profile/recording.h"
#include "engine/train/adapt.h"
#include "engine/train/clock.h"
#include "engine/train/rate_text.h"
#include "engine/train/session_impl.h"
#include "engine/train/training_graph.h"
#include "engine/train/training_pipeline.h"

namespace tl {
namespace {

const SpanName kNextBatch = spanName({"wait for batch", {}, {}, SpanCategory::Wait}),
               kCopyBatch = spanName({"copy batch", {}, {}, SpanCategory::Data}),
               kSpeed = spanName({"images/s", {}, {}, SpanCategory::Other});
constexpr double kStatusInterval = 0.5;  // seconds between two reports of the time left

}  // namespace

void TrainingSession::Impl::main() {
    nameThread("training");
    StateRecord last{RunState::Failed, {}, 0};
    try {
        openStore();
        if (train()) {
            last.state = RunState::Finished;
        } else {
            if (!weightNames.empty()) saveCheckpoint();  // else it was stopped before its first step could be
            last.state = RunState::Stopped;
            last.message = Message("Stopped after step {step}.", place.step);
        }
    } catch (const NotEnoughMemory& error) {
        last = {RunState::Failed, memoryAdvice(error), 0};
    } catch (const std::bad_alloc&) {
        last = {RunState::Failed, "There is not enough memory for this network. Choose a smaller batch.", 0};
    } catch (const std::exception& error) {
        last = {RunState::Failed, messageOf(error), 0};
    }
    if (files) {
        const Message trouble = files->finish();
        if (!trouble.empty() && last.state != RunState::Failed)
            last.message = Message("The last checkpoint was not written. {reason}", trouble);
        files->close(last);
        files.reset();
    }
    std::unique_lock lock(mail.mutex);
    if (mail.snapshotWanted && prepared) {
        mail.snapshotWanted = false;
        mail.ready = copy();
    }
    mail.ended = true;
    runState.store(last.state, std::memory_order_release);
    log->push(last);
    lock.unlock();
    mail.changed.notify_all();
}

// Says how large a batch may be: found by halving, with what each would cost.
Message TrainingSession::Impl::memoryAdvice(const NotEnoughMemory& error) const {
    const StepPlanOptions plan = trainingPlan(options.training, options.data.train->dataType());
    size_t held = 0;  // by weights and slots that are there
    for (const auto& [name, tensor] : tensors) held += tensor.bytes();
    const auto fits = [&](int64_t batch) {
        const PlanCost cost = stepCost(options.network, facts, batch, plan);
        return cost.peakBytes() <= error.available() + std::min(held, cost.parameterBytes);
    };
    try {
        if (!fits(1)) return Message("{fault} Not even a batch of 1 fits: make the network smaller.", error.message());
        int64_t most = 1, tooMany = options.training.batch;
        while (tooMany - most > 1) (fits((most + tooMany) / 2) ? most : tooMany) = (most + tooMany) / 2;
        return Message("{fault} Choose a batch of {most} or fewer (it was {batch}), or a memory limit.",
                       error.message(), most, options.training.batch);
    } catch (const std::exception&) {
        return Message("{fault} Make the network smaller.", error.message());
    }
}

// First of all, so that whatever becomes of the run can be read in its folder.
void TrainingSession::Impl::openStore() {
    if (!options.store) return;
    const bool resumed = options.resume && !options.weightsOnly;
    files = options.store(resumed ? &place : nullptr, {log, [this](const RunRequest& request) { obey(request); }});
    files->describe(copyWithoutState(), options.data);
    if (resumed) say(ResumedRecord{place.step, place.epoch, wallClock()});
}

void TrainingSession::Impl::prepare() {
    if (prepared) return;
    checkTraining(options.training, options.data.train->size());
    if (options.weightsOnly) {
        const BuiltNetwork built = build(options.network, facts, 1, true);
        ModelState kept;
        const auto keep = [&](const std::string& name, ValueId value) {
            const auto found = tensors.find(name);
            const bool fits = found != tensors.end() && found->second.shape() == built.graph.value(value).shape;
            if (fits) kept[name] = found->second;
            return fits;
        };
        std::vector<std::string> anew;
        for (const BuiltParameter& parameter : built.parameters)
            if (!keep(parameter.name, parameter.value)) anew.push_back(parameter.name);
        for (const BuiltState& average : built.states) keep(average.name, average.value);
        if (!anew.empty() && anew.size() == built.parameters.size())
            throw Error(Message("The checkpoint has none of this network's weights: \"{name}\" and all others are not "
                                "in it, or have another shape.",
                                anew.front()));
        if (!anew.empty())
            say(NoteRecord{
                Message("{kept} of the network's {count} weights are the checkpoint's; the others begin anew: "
                        "{names}.",
                        built.parameters.size() - anew.size(), built.parameters.size(), anew)});
        tensors = std::move(kept);
    }
    initialize(options.network, facts, options.training.seed, tensors);
    prepared = true;
}

void TrainingSession::Impl::notePrecision() {
    const DType precision = precisionNamed(options.training.precision);
    const DeviceInfo device = findDevice(firstDevice(options.training.device));
    if (!isHalf(precision) || (precision == DType::BFloat16 && device.bfloat16)) return;
    say(NoteRecord{Message(
        "The device {name} has no instructions for {precision}: values are kept so and computed in float32, which saves memory and takes longer.",
        device.id, options.training.precision)});
}

// Before the first step and never after it, so that a run's kernels are those of its start whatever it meets: a batch
// that broken images make smaller takes the cost model's.
bool TrainingSession::Impl::chooseKernels(StepPlans& plans, int64_t items) {
    const double began = steadyClock();
    bool told = false, goOn = true;
    kernels->goOn = [&] {
        if (!told)
            say(NoteRecord{
                "The kernels that can do this network's ops are tried, each shape once; later runs know the fastest."});
        told = true;
        return goOn = attend();
    };
    const int64_t batch = options.training.batch;
    for (const int64_t size : {items % batch, std::min(batch, items)})
        if (size > 0 && goOn) plans.get(size);
    kernels->close();
    kernels->goOn = {};
    if (!kernels->trouble().empty()) say(NoteRecord{kernels->trouble()});
    if (kernels->tried() > 0)
        say(NoteRecord{
            Message("Kernels tried for {tried} {tried|op|ops} in {seconds} s; {others} of {count} are not what "
                    "the cost model would take.",
                    kernels->tried(), std::round(10 * (steadyClock() - began)) / 10, kernels->others(),
                    kernels->choices().size())});
    if (!kernels->choices().empty()) say(KernelsRecord{kernels->choices()});
    return goOn;
}

bool TrainingSession::Impl::train() {
    enter(RunState::Starting);
    prepare();
    notePrecision();
    // A card's use, memory, temperature and power are counters of the timeline while a run on it goes.
    const auto watch = findDevice(firstDevice(options.training.device)).bus.empty() ? nullptr : DeviceWatch::shared();
    if (!adaptToData(options.network, facts, options.training, options.data.train, tensors,
                     [this] { return attend(); }))
        return false;
    const Pipeline pipeline = trainingPipeline(options.training, options.data.train, facts.shape);
    stepsPerEpoch = pipeline.batchesPerEpoch();
    gatheredSteps = accumulationSteps(options.training.optimizerOptions);
    if (place.batchInEpoch > stepsPerEpoch)
        throw Error(Message(
            "The checkpoint is of another data set or batch size: it was at step {step} of an epoch, and an epoch has {count} now.",
            place.batchInEpoch, stepsPerEpoch));
    StepPlanOptions wanted = trainingPlan(options.training, options.data.train->dataType());
    wanted.compile.chooser = kernels;
    StepPlans plans(options.network, facts, wanted, tensors);
    if (kernels && !chooseKernels(plans, pipeline.itemsPerEpoch())) return false;
    metrics = plans.get(std::min<int64_t>(options.training.batch, pipeline.itemsPerEpoch())).metrics();
    if (options.data.validation && options.data.validation->size() > 0) {
        averaged = inferenceState(tensors, options.training.optimizerOptions);
        evaluator.emplace(options.network, facts, options.training, averaged, options.data.validation,
                          std::max(evaluationBatch(facts.shape), options.training.batch));
    }
    if (place.epoch >= options.training.epochs) return true;
    recordProcessCounters();  // what the first step's counts from
    watcher.begin(plans.get(std::min<int64_t>(options.training.batch, pipeline.itemsPerEpoch())),
                  stepsPerEpoch * options.training.epochs, options.defaultWatches, options.unwatched);
    beginCallbacks();
    // From here on there is always one to go on from.
    if (files && place.step == 0) {
        files->writeCheckpoint(std::make_shared<const Snapshot>(copy()), false);
        files->finish();
    }

    // From here on the boundary tells Running and Paused apart.
    {
        const std::lock_guard lock(mail.mutex);
        mail.attention.store(true, std::memory_order_release);
    }
    const Device& device = deviceOf(firstDevice(options.training.device));
    std::shared_ptr<void> spans;  // of the device's own work,
    bool told = false;            // while somebody collects any
    const bool epochDone = place.batchInEpoch == stepsPerEpoch;
    auto iterator = pipeline.iterate(place.epoch + (epochDone ? 1 : 0), epochDone ? 0 : place.batchInEpoch);
    Batch batch;
    double waited = iterator.secondsWaited();
    while (place.epoch < options.training.epochs && !stopAsked) {
        pausedSeconds = 0;
        const double began = steadyClock();
        if (place.batchInEpoch == 0) tell(&Callback::onEpochBegin, place.epoch);
        while (place.batchInEpoch < stepsPerEpoch && !stopAsked) {
            if (!boundary()) return false;
            if (spansAreCollected() != told) {
                told = !told;
                spans = told ? device.recordSpans() : nullptr;
            }
            const uint64_t asked = ticks();
            if (!iterator.next(batch)) throw Error("The data ended in the middle of an epoch.");
            const double waitedNow = iterator.secondsWaited();
            recordSpan(kNextBatch, asked, ticks(), static_cast<uint32_t>(place.step + 1));
            const Span step(stepSpan(), static_cast<uint32_t>(place.step + 1));
            if (batch.count() > 0)
                trainStep(plans.get(batch.count()), batch, waitedNow - waited);
            else
                advanceTo(batch);
            waited = waitedNow;
            reportBroken(iterator);
            if (files && files->checkpointDue()) saveRolling();
        }
        if (place.batchInEpoch == stepsPerEpoch && !finishEpoch(began)) return false;
    }
    endCallbacks();
    return true;
}

void TrainingSession::Impl::trainStep(StepPlan& plan, const Batch& batch, double waited) {
    tell(&Callback::onBatchBegin);
    StepContext context;
    context.seed = options.training.seed;
    context.step = static_cast<uint64_t>(place.step);
    const double scheduled = rate();
    context.learningRate = static_cast<float>(scheduled);
    {
        const Span copying(kCopyBatch, static_cast<uint32_t>(place.step + 1));
        plan.setInputs(batch);
    }
    StepUnderWay underWay{plan, context, tensors, place.step - place.batchInEpoch + batch.number + 1, place.epoch};
    underWay.due = place.accumulated + 1 >= gatheredSteps;
    const auto observe = [&](const auto& look) {
        for (StepObserver* observer : observers)
            if (observer->wants(underWay.step)) look(*observer);
    };
    const auto passed = [&](Phase phase) { observe([&](StepObserver& each) { each.after(phase, underWay); }); };
    observe([&](StepObserver& each) { each.before(underWay); });
    plan.forward(context);
    passed(Phase::Forward);
    const bool scales = canLowerLossScale();
    // Where the loss has a way to come, and nobody looks, the backward pass is asked for before it is here.
    const bool ahead =
        deviceOf(firstDevice(options.training.device)).memory() &&
        std::ranges::none_of(observers, [&](StepObserver* observer) { return observer->wants(underWay.step); });
    bool finite = !ahead || plan.backward(context);
    const float loss = plan.loss();
    StepRecord record;
    record.step = underWay.step;
    record.epoch = place.epoch;
    record.stepInEpoch = batch.number + 1;
    record.stepsPerEpoch = stepsPerEpoch;
    record.wallTime = wallClock();
    record.loss = loss;
    record.learningRate = scheduled;
    if (!std::isfinite(loss)) {
        say(record);  // curves and files end in what ended the run
        failOn(underWay, Phase::Forward,
               std::isnan(loss) ? Message("the loss is nan") : Message("the loss is infinite"));
    }
    if (!ahead) finite = plan.backward(context);
    passed(Phase::Backward);
    if (!finite && !scales)
        failOn(underWay, Phase::Backward,
               Message("the loss is {loss}, but its gradient is not finite", rateText(static_cast<double>(loss))));
    if (finite) {
        underWay.moved = underWay.due;
        plan.update(context, underWay.moved);
        place.accumulated = (place.accumulated + 1) % gatheredSteps;
    }
    passed(Phase::Update);

    const MetricSums sums = plan.sums();
    addTo(place.epochSums, sums);
    for (const auto& [name, value] : metricValues(plan.metrics(), sums, batch.count()))
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
    const Message advice =
        files && files->hasCheckpoint()
            ? Message("Lower the learning rate (it was {rate}), or go on from {path}.", rate, files->checkpointPath())
            : Message("Lower the learning rate (it was {rate}).", rate);
    throw Error(Message("Training stopped at step {step}: {cause}. {weights} {advice}", place.step + 1, cause, weights,
                        advice));
}

void TrainingSession::Impl::advanceTo(const Batch& batch) {
    place.step += batch.number + 1 - place.batchInEpoch;
    place.batchInEpoch = batch.number + 1;
}

void TrainingSession::Impl::reportBroken(Pipeline::Iterator& iterator) {
    auto broken = iterator.takeBroken();
    if (!broken.empty()) say(BrokenRecord{std::move(broken)});
}

}  // namespace tl
