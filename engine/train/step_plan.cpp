// Builds a step and runs it. State names come from the parameters', so any batch size
// finds the same slots.
#include "engine/train/step_plan.h"

#include <algorithm>
#include <cstring>

#include "engine/backend/device_list.h"
#include "engine/core/error.h"
#include "engine/train/training_graph.h"

namespace tl {
namespace {

constexpr size_t kPlansKept = 4;
constexpr float kFirstLossScale = 65536;

// Optimizer slots that the state lacks, or has in another shape, start at zero; averages where their weights are.
void addSlots(const Graph& graph, const std::vector<BuiltParameter>& parameters, ModelState& state) {
    for (const Value& value : graph.values) {
        if (value.kind != ValueKind::State) continue;
        const auto found = state.find(value.name);
        if (found == state.end() || found->second.shape() != value.shape)
            state[value.name] =
                value.name == kLossScale ? Tensor::scalar(kFirstLossScale) : Tensor(value.shape, DType::Float32);
        else
            continue;
        for (const BuiltParameter& parameter : parameters)
            if (value.name == averageName(parameter.name)) state[value.name] = state.at(parameter.name).clone();
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
    StepGraph step{build(network, facts, part.count, options.training, options.dataType), {}, options.compile, part};
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
    auto& outputs = step.compile.outputs = {step.built.loss};
    if (step.training.finite != kNoValue) outputs.push_back(step.training.finite);
    for (const BuiltMetric& metric : step.built.metrics) outputs.push_back(metric.sums);
    if (step.built.confusion != kNoValue) outputs.push_back(step.built.confusion);
    if (!options.training) outputs.push_back(step.built.prediction);
    return step;
}

PlanCost stepCost(const NetworkSpec& network, const DataFacts& facts, int64_t batch, const StepPlanOptions& options) {
    const StepGraph step = stepGraph(network, facts, batch, options);
    return planCost(step.built.graph, step.compile);
}

StepPlanOptions trainingPlan(const TrainingSpec& training, DType dataType) {
    StepPlanOptions options;
    options.device = training.device;
    options.threads = training.threads;
    options.precision = precisionNamed(training.precision);
    options.compile.memoryLimit = static_cast<size_t>(training.memoryLimit) << 20;
    options.optimizer = training.optimizer;
    options.optimizerOptions = training.optimizerOptions;
    options.dataType = dataType;
    return options;
}

StepPlan::StepPlan(const NetworkSpec& network, const DataFacts& facts, int64_t batch, const StepPlanOptions& options,
                   ModelState& state, std::shared_ptr<Replicas> replicas)
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
    plan_ = std::make_unique<Plan>(graph_, state, step.compile);
    data_ = plan_->input("data");
    labels_ = static_cast<int32_t*>(input("labels"));
    dataBytes_ = static_cast<size_t>(facts.shape.withBatch(batch).elements()) * sizeOf(options.dataType);
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

void* StepPlan::input(const std::string& name) { return graph_.find(name) == kNoValue ? nullptr : plan_->input(name); }

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
    const auto take = [&](void* to, const Tensor& from) {
        const size_t row = from.bytes() / static_cast<size_t>(batch_);
        std::memcpy(to, static_cast<const std::byte*>(from.data()) + static_cast<size_t>(part_.first) * row,
                    static_cast<size_t>(part_.count) * row);
    };
    take(data_, batch.data);
    if (labels_) take(labels_, batch.labels);
    if (void* const targets = input("targets"); targets && batch.targets.defined()) take(targets, batch.targets);
    void* const others = input("other_labels");
    if (!others) return;
    auto* const shares = static_cast<float*>(plan_->input("label_shares"));
    if (batch.otherLabels.defined()) {
        take(others, batch.otherLabels);
        take(shares, batch.labelWeights);
    } else {  // none of this batch was mixed
        take(others, batch.labels);
        std::fill(shares, shares + part_.count, 1.0f);
    }
}

void StepPlan::run(Phase phase, const StepContext& context) {
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

float StepPlan::loss() const {
    if (others_.empty()) return plan_->readScalar(loss_);
    double mean = part_.share * static_cast<double>(plan_->readScalar(loss_));
    for (const auto& other : others_)
        if (other->part_.share > 0)
            mean += other->part_.share * static_cast<double>(other->plan_->readScalar(other->loss_));
    return static_cast<float>(mean);
}

MetricSums StepPlan::sums() const {
    MetricSums sums;
    sums["loss"] = {static_cast<double>(loss()) * static_cast<double>(batch_)};
    const auto add = [&](const StepPlan& plan, const std::string& name, ValueId value) {
        if (plan.graph_.value(value).shape.elements() == 1)
            return addTo(sums, {{name, {static_cast<double>(plan.plan_->readScalar(value))}}});
        const Tensor tensor = plan.plan_->read(value);
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

StepPlans::StepPlans(NetworkSpec network, DataFacts facts, StepPlanOptions options, ModelState& state)
    : network_(std::move(network)), facts_(std::move(facts)), options_(std::move(options)), state_(state) {}

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
    auto plan = std::make_unique<StepPlan>(network_, facts_, batch, options, state_, replicas_);
    if (plan->replicas()) replicas_ = plan->replicas();
    ++compiled_;
    if (plans_.size() == kPlansKept) plans_.erase(plans_.begin());
    plans_.push_back({batch, options, std::move(plan)});
    return *plans_.back().plan;
}

}  // namespace tl
