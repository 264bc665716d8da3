// The training thread from its first line to its last: prepares the state, goes through the epochs, and words how it
// ended. A step is session_step.cpp's.
#include <algorithm>
#include <cmath>
#include <utility>

#include <malloc.h>

#include "engine/backend/device.h"
#include "engine/backend/device_copy.h"
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
#include "engine/train/memory_need.h"
#include "engine/train/session_impl.h"
#include "engine/train/training_graph.h"
#include "engine/train/training_pipeline.h"

namespace tl {
namespace {

const SpanName kNextBatch = spanName({"wait for batch", {}, {}, SpanCategory::Wait});

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
            last.message = stoodAt.empty()
                               ? Message("Stopped after step {step}.", place.step)
                               : Message("Stopped after step {step}. It stood {place}.", place.step, stoodAt);
        }
    } catch (const NotEnoughMemory& error) {
        last = {RunState::Failed, memoryAdvice(error), 0};
    } catch (const std::bad_alloc&) {
        last = {RunState::Failed, "There is not enough memory for this network. Choose a smaller batch.", 0};
    } catch (const std::exception& error) {
        last = {RunState::Failed, messageOf(error), 0};
    }
    giveBack();
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

// The session may be asked for its weights long after: all else that takes memory goes. What the allocator keeps for
// the next step is the system's again.
void TrainingSession::Impl::giveBack() {
    onItsWay.reset();
    residents.reset();
    evaluator.reset();
    watcher.end();
    debugger.set({});
    ::malloc_trim(0);
}

// Bytes that a run of such a batch will take beside what is there already.
size_t TrainingSession::Impl::stillWanted(int64_t batch) const {
    TrainingSpec training = options.training;
    training.batch = static_cast<int>(batch);
    const RunData data = runData(options.data);
    const MemoryNeed run = memoryNeed(options.network, facts, training, data, options.watches, options.defaultWatches);
    size_t held = data.held;
    for (const auto& [name, tensor] : tensors) held += tensor.bytes();
    return run.total() - std::min(held, run.total());
}

// All of a run's memory is asked for before it takes any. Compiling it all takes its time, so only where a look at the
// step's graph finds that it may be short.
void TrainingSession::Impl::requireMemoryOfAll(const StepPlanOptions& plan) const {
    if (deviceOf(firstDevice(options.training.device)).memory()) return;  // each plan asks there
    constexpr size_t kCertain = 4;
    const StepGraph step = stepGraph(options.network, facts, options.training.batch, plan);
    const size_t rough = estimateCost(step.built.graph, step.compile.outputs).peakBytes();
    if (kCertain * rough > availableMemory()) requireMemory("This run", stillWanted(options.training.batch));
}

// Says how large a batch may be: found by halving, with what each would cost.
Message TrainingSession::Impl::memoryAdvice(const NotEnoughMemory& error) const {
    StepPlanOptions plan = trainingPlan(options.training, options.data.train->dataType());
    const std::vector<std::string> devices = deviceList(plan.device);
    const auto lacking = std::ranges::find(devices, error.device());
    plan.rank = lacking == devices.end() ? 0 : static_cast<int>(lacking - devices.begin());
    const DeviceMemory* away = deviceOf(devices[static_cast<size_t>(plan.rank)]).memory();
    size_t held = 0;  // by weights and slots that are there
    for (const auto& [name, tensor] : tensors)
        if (away && DeviceCopy::isOn(tensor, *away)) held += tensor.bytes();
    const auto fits = [&](int64_t batch) {
        if (!away) return stillWanted(batch) <= error.available();
        const PlanCost cost = stepCost(options.network, facts, batch, plan);
        // Beside it are the plans of the last, smaller batch and of the validation, which keeps less than a step does.
        size_t bytes = cost.peakBytesOnDevice();
        if (const int64_t rest = options.data.train->size() % batch; rest > 0) {
            const PlanCost last = stepCost(options.network, facts, rest, plan);
            bytes += last.peakBytesOnDevice() - last.parameterBytes;
        }
        if (evaluator && plan.rank == 0) bytes += cost.peakBytesOnDevice() - cost.parameterBytes;
        return bytes <= away->available() + held;
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
    const RunPrecision precision = precisionNamed(options.training.precision);
    const DeviceInfo device = findDevice(firstDevice(options.training.device));
    if (precision.tf32 && !device.tf32)
        say(NoteRecord{Message("The device {name} has no TF32: it multiplies in float32.", device.id)});
    if (precision.float8 && !device.float8)
        say(NoteRecord{Message(
            "The device {name} emulates products in 8 bits: it shows what they do to a training, and takes longer than bfloat16.",
            device.id)});
    if (!isHalf(precision.values) || (precision.values == DType::BFloat16 && device.bfloat16)) return;
    say(NoteRecord{Message(
        "The device {name} has no instructions for {precision}: values are kept so and computed in float32, which saves memory and takes longer.",
        device.id, std::string(nameOf(precision.values)))});
}

void TrainingSession::Impl::noteFloat8(StepPlan& plan) {
    if (!precisionNamed(options.training.precision).float8) return;
    const auto& steps = plan.plan().steps();
    const auto of = [&](const char* op) { return std::ranges::count(steps, op, &PlanStep::op); };
    const int64_t narrow = of("Float8MatMul"), wide = of("MatMul");
    say(NoteRecord{
        narrow + wide == 0 ? Message("This network has no product of two matrices that could be in 8 bits: it trains "
                                     "in bfloat16.")
        : wide == 0        ? Message("All {count} products of matrices are in 8 bits.", narrow)
                    : Message("{count} of {all} products of matrices are in 8 bits. The others have sizes that are no "
                              "multiples of 16, or are many small ones in one.",
                              narrow, narrow + wide)});
}

void TrainingSession::Impl::noteExpressions() {
    std::vector<std::string> weights;
    for (const BuiltParameter& parameter : build(options.network, facts, 1, true).parameters)
        if (parameter.trainable) weights.push_back(parameter.name);
    for (const Message& sentence : expressionsForNothing(options.training, weights)) say(NoteRecord{sentence});
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
    for (const int64_t size : {std::min(batch, items), items % batch})
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

void TrainingSession::Impl::placeData(const Pipeline& pipeline, const PlanCost& cost) {
    const std::vector<std::string> devices = deviceList(options.training.device);
    if (!deviceOf(devices.front()).memory()) return;
    const Source& source = *options.data.train;
    Message why = DataOnDevice::obstacle(options.training, source, facts.shape);
    if (why.empty()) {
        size_t free = deviceOf(devices.front()).memory()->available();
        for (const std::string& id : devices) free = std::min(free, deviceOf(id).memory()->available());
        auto room = static_cast<size_t>(options.imagesShare * static_cast<double>(free));
        if (const size_t limit = static_cast<size_t>(options.training.memoryLimit) << 20; limit > 0)
            room = std::min(room, limit - std::min(limit, cost.peakBytesOnDevice()));
        const size_t wanted = DataOnDevice::bytesFor(source);
        try {
            if (wanted <= room)
                residents = std::make_unique<DataOnDevice>(devices, options.training, options.data.train,
                                                           [pipeline](int64_t epoch) { return pipeline.order(epoch); });
        } catch (const NotEnoughMemory& error) {  // others took it meanwhile
            room = error.available();
        }
        if (!residents)
            why = Message("they take {wanted}, and {room} may be used for them", memoryText(wanted), memoryText(room));
    }
    const std::string& name = options.training.device;
    if (residents)
        say(NoteRecord{Message("The {count} training images lie on the device {device} ({size}), and batches are put "
                               "together there.",
                               source.size(), name, memoryText(DataOnDevice::bytesFor(source)))});
    else
        say(NoteRecord{Message("Training images are sent to the device {device} batch by batch: {why}.", name, why)});
}

bool TrainingSession::Impl::train() {
    enter(RunState::Starting);
    prepare();
    notePrecision();
    noteExpressions();
    // Before anything is waited for in which a person may change the rate, which goes by the run's length.
    const Pipeline pipeline = trainingPipeline(options.training, options.data.train, facts.shape);
    stepsPerEpoch = pipeline.batchesPerEpoch();
    gatheredSteps = accumulationSteps(options.training.optimizerOptions);
    if (place.batchInEpoch > stepsPerEpoch)
        throw Error(Message(
            "The checkpoint is of another data set or batch size: it was at step {step} of an epoch, and an epoch has {count} now.",
            place.batchInEpoch, stepsPerEpoch));
    // A card's use, memory, temperature and power are counters of the timeline while a run on it goes.
    const auto watch = findDevice(firstDevice(options.training.device)).bus.empty() ? nullptr : DeviceWatch::shared();
    if (!adaptToData(options.network, facts, options.training, options.data.train, tensors,
                     [this] { return attend(); }))
        return false;
    StepPlanOptions wanted = trainingPlan(options.training, options.data.train->dataType());
    requireMemoryOfAll(wanted);
    wanted.compile.chooser = kernels;
    // Whole batches, the last one and the validation never run at once.
    const auto arena = std::make_shared<PlanArena>();
    StepPlans plans(options.network, facts, wanted, tensors, arena);
    if (kernels && !chooseKernels(plans, pipeline.itemsPerEpoch())) return false;
    const int64_t whole = std::min<int64_t>(options.training.batch, pipeline.itemsPerEpoch());
    metrics = plans.get(whole).metrics();
    const auto validateBy = [&](int batch) {
        evaluator.emplace(options.network, facts, options.training, averaged, options.data.validation, batch,
                          std::vector<View>{{}}, arena);
    };
    if (options.data.validation && options.data.validation->size() > 0) {
        averaged = inferenceState(tensors, options.training.optimizerOptions);  // its slots come with the plan
        validateBy(std::max(evaluationBatch(facts.shape), options.training.batch));
    }
    if (!goesOn(place, options.training)) return true;
    // All plans are made before the first step: they take their memory before images do.
    if (const int64_t rest = pipeline.itemsPerEpoch() % options.training.batch; rest > 0) plans.get(rest);
    try {
        if (evaluator) evaluator->prepare();
    } catch (const NotEnoughMemory&) {  // of the large batch that is faster
        validateBy(options.training.batch);
        evaluator->prepare();
    }
    StepPlan& plan = plans.get(whole);
    noteFloat8(plan);
    placeData(pipeline, plan.plan().cost());
    recordProcessCounters();  // what the first step's counts from
    watcher.begin(plan, place.step, stepsPerEpoch * options.training.epochs, options.defaultWatches, options.unwatched);
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
    const int64_t firstEpoch = place.epoch + (epochDone ? 1 : 0), firstBatch = epochDone ? 0 : place.batchInEpoch;
    std::optional<Pipeline::Iterator> iterator;
    if (residents)
        residents->start(firstEpoch, firstBatch);
    else
        iterator.emplace(pipeline.iterate(firstEpoch, firstBatch));
    Batch batch;
    double waited = iterator ? iterator->secondsWaited() : 0;
    while (place.epoch < options.training.epochs && !stopAsked) {
        pausedSeconds = 0;
        const double began = steadyClock();
        if (place.batchInEpoch == 0) tell(&Callback::onEpochBegin, place.epoch);
        while (nextStep().batchInEpoch < stepsPerEpoch && !stopAsked) {
            if (!boundary()) return false;
            if (spansAreCollected() != told) {
                told = !told;
                spans = told ? device.recordSpans() : nullptr;
            }
            const auto number = static_cast<uint32_t>(nextStep().step + 1);
            const uint64_t asked = ticks();
            if (residents)
                residents->next(batch);
            else if (!iterator->next(batch))
                throw Error("The data ended in the middle of an epoch.");
            const double waitedNow = iterator ? iterator->secondsWaited() : 0;
            recordSpan(kNextBatch, asked, ticks(), number);
            const Span step(stepSpan(), number);
            if (batch.count() > 0)
                trainStep(plans.get(batch.count()), batch, waitedNow - waited);
            else
                finishStep(), advanceTo(batch);
            waited = waitedNow;
            if (iterator) reportBroken(*iterator);
            if (files && files->checkpointDue()) finishStep(), saveRolling();
        }
        finishStep();
        if (place.batchInEpoch == stepsPerEpoch && !finishEpoch(began)) return false;
    }
    endCallbacks();
    return true;
}

void TrainingSession::Impl::reportBroken(Pipeline::Iterator& iterator) {
    auto broken = iterator.takeBroken();
    if (!broken.empty()) say(BrokenRecord{std::move(broken)});
}

}  // namespace tl
