// Builds a step and runs it. State names come from the parameters', so any batch size
// finds the same slots.
#include "engine/train/step_plan.h"

#include <algorithm>
#include <map>
#include <string>

#include "engine/backend/device.h"
#include "engine/backend/device_list.h"
#include "engine/core/error.h"
#include "engine/train/training_graph.h"

namespace tl {
namespace {

// Images that do not decode leave batches of many sizes, which come again with every epoch. On the host their plans
// share one block of memory, elsewhere each has its own.
constexpr size_t kPlansKept = 16, kPlansKeptAway = 4;
constexpr float kFirstLossScale = 65536;

// Optimizer slots that the state lacks, or has in another shape, start at zero; averages where their weights are.
void addSlots(const Graph& graph, const std::vector<BuiltParameter>& parameters, ModelState& state) {
    std::map<std::string, const std::string*> averaged;
    for (const BuiltParameter& parameter : parameters) averaged.emplace(averageName(parameter.name), &parameter.name);
    for (const Value& value : graph.values) {
        if (value.kind != ValueKind::State) continue;
        const auto found = state.find(value.name);
        if (found == state.end() || found->second.shape() != value.shape)
            state[value.name] =
                value.name == kLossScale ? Tensor::scalar(kFirstLossScale) : Tensor(value.shape, DType::Float32);
        else
            continue;
        if (const auto weight = averaged.find(value.name); weight != averaged.end())
            state[value.name] = state.at(*weight->second).clone();
    }
}

// Those that share a step.
std::vector<std::string> devicesOf(const StepPlanOptions& options) {
    std::vector<std::string> devices = deviceList(options.device);
    if (!options.training) devices.resize(1);
    return devices;
}

}  // namespace

StepGraph stepGraph(const NetworkSpec& network, const DataFacts& facts, int64_t batch, const StepPlanOptions& options) {
    const std::vector<std::string> devices = devicesOf(options);
    const int count = static_cast<int>(devices.size());
    const BatchPart part = partOf(batch, options.rank, count);
    StepGraph step{build(network, facts, part.count, options.training, options.dataType, options.views),
                   {},
                   options.compile,
                   part};
    if (options.training) {
        Together together{"", options.rank, part.share, options.bucketBytes};
        for (const std::string& id : devices)
            if (count > 1) together.devices += (together.devices.empty() ? "" : ",") + id;
        step.training = addTrainingStep(step.built, options.optimizer, options.optimizerOptions,
                                        options.precision == DType::Float16, together);
        if (count > 1) drawAsPart(step.built.graph, part);
    }
    step.compile.device = devices[static_cast<size_t>(options.rank)];
    step.compile.threads = options.threads;
    step.compile.precision = options.precision;
    step.compile.tf32 = options.tf32;
    step.compile.float8 = options.float8;
    auto& outputs = step.compile.outputs = {step.built.loss};
    if (step.training.finite != kNoValue) {
        outputs.push_back(step.training.finite);
        step.compile.verdict = {step.training.loss, step.training.finite, step.training.lossScale};
    }
    for (const BuiltMetric& metric : step.built.metrics) outputs.push_back(metric.sums);
    if (step.built.confusion != kNoValue) outputs.push_back(step.built.confusion);
    if (!options.training) outputs.push_back(step.built.prediction);
    return step;
}

PlanCost stepCost(const NetworkSpec& network, const DataFacts& facts, int64_t batch, const StepPlanOptions& options) {
    const StepGraph step = stepGraph(network, facts, batch, options);
    return planCost(step.built.graph, step.compile);
}

StepPlanOptions planOf(const TrainingSpec& training, DType dataType) {
    StepPlanOptions options;
    options.device = training.device;
    options.threads = training.threads;
    const RunPrecision precision = precisionNamed(training.precision);
    options.precision = precision.values;
    options.tf32 = precision.tf32;
    options.float8 = precision.float8;
    options.dataType = dataType;
    return options;
}

StepPlanOptions trainingPlan(const TrainingSpec& training, DType dataType) {
    StepPlanOptions options = planOf(training, dataType);
    options.compile.memoryLimit = static_cast<size_t>(training.memoryLimit) << 20;
    options.optimizer = training.optimizer;
    options.optimizerOptions = training.optimizerOptions;
    return options;
}

StepPlan::StepPlan(const NetworkSpec& network, const DataFacts& facts, int64_t batch, const StepPlanOptions& options,
                   ModelState& state, std::shared_ptr<Replicas> replicas, std::shared_ptr<PlanArena> arena)
    : batch_(batch), state_(state), replicas_(std::move(replicas)), training_(options.training) {
    const std::vector<std::string> devices = devicesOf(options);
    if (devices.size() == 1) replicas_ = nullptr;
    if (devices.size() > 1 && !replicas_) replicas_ = std::make_shared<Replicas>(devices);
    StepGraph step = stepGraph(network, facts, batch, options);
    addSlots(step.built.graph, step.built.parameters, state);
    part_ = step.part;
    finite_ = step.training.finite;
    gradients_ = std::move(step.training.gradients);
    layerOutputs_ = step.built.outputs;
    compile_ = step.compile;
    metrics_ = step.built.metrics;
    confusion_ = step.built.confusion;
    loss_ = step.built.loss;
    prediction_ = step.built.prediction;
    graph_ = std::move(step.built.graph);
    plan_ = std::make_unique<Plan>(graph_, state, step.compile, std::move(arena));
    data_ = graph_.findInput("data");
    labels_ = graph_.findInput("labels");
    targets_ = graph_.findInput("targets");
    otherLabels_ = graph_.findInput("other_labels");
    labelShares_ = graph_.findInput("label_shares");
    dataBytes_ =
        static_cast<size_t>(facts.shape.withBatch(batch).elements()) * sizeOf(options.dataType) * options.views.size();
    if (!replicas_ || options.rank != 0) return;
    StepPlanOptions other = options;
    for (other.rank = 1; other.rank < replicas_->count(); ++other.rank)
        others_.push_back(
            std::make_unique<StepPlan>(network, facts, batch, other, replicas_->copyOf(state, other.rank), replicas_));
}

void StepPlan::each(const std::function<void(StepPlan&)>& work) {
    if (others_.empty())
        work(*this);
    else
        replicas_->each([&](int rank) { work(of(rank)); });
}

void StepPlan::setInputs(const Tensor& data, const Tensor& labels) {
    Batch batch;
    batch.data = data;
    batch.labels = labels;
    setInputs(batch);
}

void StepPlan::setInputs(const Batch& batch) {
    if (batch.data.bytes() != dataBytes_ || batch.labels.shape().elements() != batch_)
        throw Error("batch", Message("{data_bytes} bytes of pixels and {batch} labels", dataBytes_, batch_),
                    Message("{bytes} bytes and {elements}", batch.data.bytes(), batch.labels.shape().elements()));
    each([&](StepPlan& plan) { plan.takePart(batch); });
}

void StepPlan::takePart(const Batch& batch) {
    const auto take = [&](ValueId input, const Tensor& from) {
        if (input == kNoValue) return;
        const size_t row = from.bytes() / static_cast<size_t>(batch_);
        plan_->setInput(input, static_cast<const std::byte*>(from.data()) + static_cast<size_t>(part_.first) * row);
    };
    take(data_, batch.data);
    take(labels_, batch.labels);
    if (batch.targets.defined()) take(targets_, batch.targets);
    if (otherLabels_ == kNoValue) return;
    if (batch.otherLabels.defined()) {
        take(otherLabels_, batch.otherLabels);
        take(labelShares_, batch.labelWeights);
    } else {  // none of this batch was mixed
        take(otherLabels_, batch.labels);
        plan_->setInput(labelShares_, std::vector<float>(static_cast<size_t>(part_.count), 1.0f).data());
    }
}

StepPlan::OnDevice StepPlan::inputsOnDevice(int rank) {
    const StepPlan& plan = of(rank);
    return {plan.plan_->inputOnDevice(plan.data_), plan.plan_->inputOnDevice(plan.labels_), plan.part_};
}

void StepPlan::giveInputs(Plan& to) const {
    for (size_t id = 0; id < graph_.values.size(); ++id)
        if (graph_.values[id].kind == ValueKind::Input) {
            const auto input = static_cast<ValueId>(id);
            to.setInput(input, plan_->read(input).data());
        }
}

// By all before any of them begins: a device that waits for another's sums may hold up whoever allocates memory.
void StepPlan::recordOnce(Phase first, Phase last) {
    if (others_.empty() || !recorded_.emplace(first, last).second) return;
    each([&](StepPlan& plan) { plan.plan_->record(first, last); });
}

void StepPlan::run(Phase phase, const StepContext& context) {
    recordOnce(phase, phase);
    each([&](StepPlan& plan) { plan.plan_->run(phase, context); });
}

void StepPlan::forward(const StepContext& context) {
    if (replicas_) replicas_->follow(state_);
    run(Phase::Forward, context);
}

bool StepPlan::backward(const StepContext& context) {
    run(Phase::Backward, context);
    return finite_ == kNoValue || plan_->readScalar(finite_) != 0;  // of shared gradients, the same everywhere
}

void StepPlan::update(const StepContext& context, bool update) {
    run(Phase::Accumulate, context);
    if (update) run(Phase::Update, context);
}

bool StepPlan::backwardAndUpdate(const StepContext& context, bool update) {
    if (!backward(context)) return false;
    this->update(context, update);
    return true;
}

void StepPlan::step(const StepContext& context) {
    forward(context);
    backwardAndUpdate(context);
}

void StepPlan::start(const StepContext& context, bool update) {
    const Phase last = update ? Phase::Update : Phase::Accumulate;
    if (replicas_) replicas_->follow(state_);
    recordOnce(Phase::Forward, last);
    each([&](StepPlan& plan) { plan.plan_->runThrough(last, context); });
}

StepPlan::Results StepPlan::results(bool before) const {
    Results results;
    results.loss = lossOf(before);
    results.finite = read(finite_, before).as<float>()[0] != 0;
    results.stopped = plan_->stopped(before);  // by numbers that are the same everywhere
    results.sums = sumsOf(before);
    return results;
}

Tensor StepPlan::read(ValueId value, bool before) const {
    return before ? plan_->readBefore(value) : plan_->read(value);
}

float StepPlan::loss() const { return lossOf(false); }

float StepPlan::lossOf(bool before) const {
    const auto own = [&](const StepPlan& plan) {
        return before ? plan.read(plan.loss_, true).as<float>()[0] : plan.plan_->readScalar(plan.loss_);
    };
    if (others_.empty()) return own(*this);
    double mean = part_.share * static_cast<double>(own(*this));
    for (const auto& other : others_)
        if (other->part_.share > 0) mean += other->part_.share * static_cast<double>(own(*other));
    return static_cast<float>(mean);
}

MetricSums StepPlan::sumsOf(bool before) const {
    MetricSums sums;
    sums["loss"] = {static_cast<double>(lossOf(before)) * static_cast<double>(batch_)};
    const auto add = [&](const StepPlan& plan, const std::string& name, ValueId value) {
        if (plan.graph_.value(value).shape.elements() == 1 && !before)
            return addTo(sums, {{name, {static_cast<double>(plan.plan_->readScalar(value))}}});
        const Tensor tensor = plan.read(value, before);
        const auto numbers = tensor.as<float>();
        addTo(sums, {{name, {numbers.begin(), numbers.end()}}});
    };
    const auto addAll = [&](const StepPlan& plan) {
        if (plan.part_.share == 0) return;
        for (const BuiltMetric& metric : plan.metrics_) add(plan, metric.name, metric.sums);
        if (plan.confusion_ != kNoValue) add(plan, kConfusion, plan.confusion_);
    };
    addAll(*this);
    for (const auto& other : others_) addAll(*other);
    return sums;
}

Message StepPlan::findNonFinite(Phase phase, const StepContext& context) {
    Message found = plan_->findNonFinite(phase, context);
    for (const auto& other : others_) {
        if (!found.empty()) break;
        found = other->plan_->findNonFinite(phase, context);
        if (!found.empty()) found = Message("on {device}: {culprit}", other->compile_.device, found);
    }
    return found;
}

Tensor StepPlan::prediction() const { return plan_->read(prediction_); }

StepPlans::StepPlans(NetworkSpec network, DataFacts facts, StepPlanOptions options, ModelState& state,
                     std::shared_ptr<PlanArena> arena)
    : network_(std::move(network)), facts_(std::move(facts)), options_(std::move(options)), state_(state),
      arena_(std::move(arena)) {}

void StepPlans::stateChanged() {
    for (const Entry& entry : plans_) entry.plan->stateChanged();
}

StepPlan& StepPlans::get(int64_t batch, const StepPlanOptions& options) {
    const auto same = [&](const Entry& entry) { return entry.batch == batch && entry.options == options; };
    if (!plans_.empty() && same(plans_.back())) return *plans_.back().plan;
    const auto found = std::ranges::find_if(plans_, same);
    if (found != plans_.end()) {
        std::rotate(found, found + 1, plans_.end());
        return *plans_.back().plan;
    }
    auto plan = std::make_unique<StepPlan>(network_, facts_, batch, options, state_, replicas_, arena_);
    if (plan->replicas()) replicas_ = plan->replicas();
    ++compiled_;
    const bool away = deviceOf(firstDevice(options.device)).memory() != nullptr;
    while (plans_.size() >= (away ? kPlansKeptAway : kPlansKept)) plans_.erase(plans_.begin());
    plans_.push_back({batch, options, std::move(plan)});
    return *plans_.back().plan;
}

}  // namespace tl
