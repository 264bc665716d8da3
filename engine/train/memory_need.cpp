// See the header. Each part says what of the run it mirrors.
#include "engine/train/memory_need.h"

#include <algorithm>
#include <memory>
#include <set>

#include "engine/backend/device.h"
#include "engine/backend/device_list.h"
#include "engine/core/error.h"
#include "engine/graph/compiled_graph.h"
#include "engine/train/callback.h"
#include "engine/train/evaluator.h"
#include "engine/train/step_plan.h"
#include "engine/train/training_graph.h"
#include "engine/train/watch_plan.h"

namespace tl {
namespace {

constexpr size_t kCacheLimit = size_t{4} << 30;  // Pipeline::cache()'s
constexpr size_t kQueued = 6;                    // of prefetch(): in line, in work, and at the step

size_t bytesOf(const Shape& item, DType type, int64_t count) {
    return static_cast<size_t>(item.elements() * count) * sizeOf(type);
}

// Of the copies that callbacks keep of the weights, averages and all.
size_t keptBytes(const TrainingSpec& training, const BuiltNetwork& built) {
    const auto keeps = [](const TypedProperties& each) {
        const CallbackType& type = findCallback(each.type);
        return !type.keepsWeights.empty() &&
               PropertyReader(type.properties, each.properties, type.title).boolean(type.keepsWeights);
    };
    const auto copies = std::ranges::count_if(training.callbacks, keeps);
    if (copies == 0) return 0;
    int64_t numbers = 0;
    const auto add = [&](ValueId id) { numbers += built.graph.value(id).shape.elements(); };
    for (const BuiltParameter& parameter : built.parameters) {
        add(parameter.value);
        if (const ValueId average = built.graph.find(averageName(parameter.name)); average != kNoValue) add(average);
    }
    for (const BuiltState& state : built.states) add(state.value);
    return static_cast<size_t>(copies * numbers) * sizeof(float);
}

// As Watcher and WatchPlan do it.
size_t watchingBytes(const StepGraph& step, const CompiledGraph& compiled, std::vector<Watch> watches, bool defaults,
                     const std::stop_token& stop) {
    if (defaults)
        for (const Watch& watch : defaultWatches(step))
            if (!std::ranges::count(watches, watch)) watches.push_back(watch);
    const Graph& graph = step.built.graph;
    const std::vector<WatchableValue> known = watchableValues(step);
    const ReadingGraph reading = readingGraph(graph);
    std::set<ValueId> again, before;
    size_t largest = 0;
    for (const Watch& watch : watches) {
        std::vector<WatchableValue> found;
        try {
            found = watchedBy(watch, known);
        } catch (const Error&) {  // which the run will note
        }
        for (const WatchableValue& value : found) {
            const Value& of = graph.value(value.value);
            if (of.kind == ValueKind::Parameter && watch.kind == WatchKind::UpdateRatio) before.insert(value.value);
            if (of.kind == ValueKind::Parameter || of.kind == ValueKind::State) continue;
            largest = std::max(largest, static_cast<size_t>(of.shape.elements()) * sizeof(float));
            const bool holds = compiled.schedule.holds(compiled.graph, value.value, Phase::Forward) ||
                               compiled.schedule.holds(compiled.graph, value.value, Phase::Backward);
            if (!holds && !reading.written[static_cast<size_t>(value.value)]) again.insert(value.value);
        }
    }
    size_t bytes = largest;
    for (const ValueId id : before) bytes += static_cast<size_t>(graph.value(id).shape.elements()) * sizeof(float);
    if (again.empty()) return bytes;
    CompileOptions options = step.compile;
    options.outputs.assign(again.begin(), again.end());
    options.stop = stop;
    return bytes + planCost(reading.graph, options).activationBytes;
}

// As trainingPipeline() and the evaluator's do it.
size_t queueBytes(const TrainingSpec& training, const DataFacts& facts, const RunData& data, int64_t batch,
                  bool augmented) {
    const bool loaders = data.held == 0 || (augmented && training.workers > 0);
    const size_t item = bytesOf(facts.shape, data.type, 1) + sizeof(int32_t) + sizeof(int64_t);
    return static_cast<size_t>(batch) * item * (loaders ? kQueued : 1);
}

}  // namespace

RunData runData(const DataSet& data) {
    RunData run{data.train->size(), data.validation ? data.validation->size() : 0, data.train->dataType()};
    for (const auto& split : std::set{data.train, data.validation, data.test})  // some are validated on the test split
        if (split && split->size() > 0 && split->planar(0))
            run.held += bytesOf(split->sampleShape(), split->dataType(), split->size());
    return run;
}

MemoryNeed memoryNeed(const NetworkSpec& network, const DataFacts& facts, const TrainingSpec& training,
                      const RunData& data, const std::vector<Watch>& watches, bool defaults, std::stop_token stop) {
    StepPlanOptions plan = trainingPlan(training, data.type);
    plan.compile.stop = stop;
    const bool away = deviceOf(firstDevice(plan.device)).memory() != nullptr;
    const auto bytes = [&](const PlanCost& cost) { return cost.activationBytes + (away ? 2 * cost.inputBytes : 0); };
    const int64_t whole = training.batch;  // checkTraining() refuses one larger than the data
    const StepGraph step = stepGraph(network, facts, whole, plan);
    const CompiledGraph compiled = compileGraph(step.built.graph, step.compile);
    MemoryNeed run;
    run.step = compiled.schedule.cost;
    run.weights = run.step.parameterBytes;
    // saveCheckpoint() makes the whole file in memory. The weights that are brought back at the end are saved while the
    // file of the last epoch may still be written.
    const size_t kept = keptBytes(training, step.built);
    if (!away) run.weights = (kept > 0 ? 4 : 3) * (run.weights + kept);
    run.plans = bytes(run.step);
    // Plans on a host are in one arena (PlanArena); one of fewer images can need more, where it has other kernels.
    const auto share = [&](int64_t batch, const StepPlanOptions& options) {
        const size_t needed = bytes(stepCost(network, facts, batch, options));
        run.plans = away ? run.plans + needed : std::max(run.plans, needed);
    };
    const int64_t validated =
        std::min<int64_t>(std::max(evaluationBatch(facts.shape), training.batch), data.validationItems);
    if (validated > 0) {
        StepPlanOptions forward = forwardPlan(training, data.type);
        forward.compile.stop = stop;
        share(validated, forward);
    }
    if (const int64_t rest = data.items % whole; rest > 0) share(rest, plan);
    run.watching = watchingBytes(step, compiled, watches, defaults, stop);
    if (away) return run;
    run.batches = queueBytes(training, facts, data, whole, !training.augmentation.empty()) +
                  queueBytes(training, facts, data, validated, false);
    run.data = data.held > 0 ? data.held
                             : std::min(bytesOf(facts.shape, data.type, data.items), kCacheLimit) +
                                   std::min(bytesOf(facts.shape, data.type, data.validationItems), kCacheLimit);
    return run;
}

}  // namespace tl
