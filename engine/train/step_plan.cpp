// Builds a step and runs it. State names come from the parameters', so any batch size
// finds the same slots.
#include "engine/train/step_plan.h"

#include <algorithm>
#include <cstring>

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

}  // namespace

StepGraph stepGraph(const NetworkSpec& network, const DataFacts& facts, int64_t batch, const StepPlanOptions& options) {
    StepGraph step{build(network, facts, batch, options.training, options.dataType), {}, options.compile};
    if (options.training)
        step.training = addTrainingStep(step.built, options.optimizer, options.optimizerOptions,
                                        options.precision == DType::Float16);
    step.compile.device = options.device;
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
                   ModelState& state)
    : batch_(batch), training_(options.training) {
    StepGraph step = stepGraph(network, facts, batch, options);
    addSlots(step.built.graph, step.built.parameters, state);
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
}

void StepPlan::setInputs(const Tensor& data, const Tensor& labels) {
    if (data.bytes() != dataBytes_ || labels.shape().elements() != batch_)
        throw Error("batch", Message("{data_bytes} bytes of pixels and {batch} labels", dataBytes_, batch_),
                    Message("{bytes} bytes and {elements}", data.bytes(), labels.shape().elements()));
    std::memcpy(data_, data.data(), dataBytes_);
    if (labels_) std::memcpy(labels_, labels.data(), labels.bytes());
}

void* StepPlan::input(const std::string& name) { return graph_.find(name) == kNoValue ? nullptr : plan_->input(name); }

void StepPlan::setInputs(const Batch& batch) {
    setInputs(batch.data, batch.labels);
    if (void* const targets = input("targets")) std::memcpy(targets, batch.targets.data(), batch.targets.bytes());
    void* const others = input("other_labels");
    if (!others) return;
    auto* const shares = static_cast<float*>(plan_->input("label_shares"));
    if (batch.otherLabels.defined()) {
        std::memcpy(others, batch.otherLabels.data(), batch.otherLabels.bytes());
        std::memcpy(shares, batch.labelWeights.data(), batch.labelWeights.bytes());
    } else {  // none of this batch was mixed
        std::memcpy(others, batch.labels.data(), batch.labels.bytes());
        std::fill(shares, shares + batch_, 1.0f);
    }
}

void StepPlan::forward(const StepContext& context) { plan_->run(Phase::Forward, context); }

bool StepPlan::backward(const StepContext& context) {
    plan_->run(Phase::Backward, context);
    return finite_ == kNoValue || plan_->readScalar(finite_) != 0;
}

void StepPlan::update(const StepContext& context, bool update) {
    plan_->run(Phase::Accumulate, context);
    if (update) plan_->run(Phase::Update, context);
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

float StepPlan::loss() const { return plan_->readScalar(loss_); }

MetricSums StepPlan::sums() const {
    MetricSums sums;
    sums["loss"] = {static_cast<double>(loss()) * static_cast<double>(batch_)};
    const auto read = [&](const std::string& name, ValueId value) {
        if (graph_.value(value).shape.elements() == 1) {
            sums[name] = {static_cast<double>(plan_->readScalar(value))};
            return;
        }
        const Tensor tensor = plan_->read(value);
        const auto numbers = tensor.as<float>();
        sums[name].assign(numbers.begin(), numbers.end());
    };
    for (const BuiltMetric& metric : metrics_) read(metric.name, metric.sums);
    if (confusion_ != kNoValue) read(kConfusion, confusion_);
    return sums;
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
    auto plan = std::make_unique<StepPlan>(network_, facts_, batch, options, state_);
    ++compiled_;
    if (plans_.size() == kPlansKept) plans_.erase(plans_.begin());
    plans_.push_back({batch, options, std::move(plan)});
    return *plans_.back().plan;
}

}  // namespace tl
