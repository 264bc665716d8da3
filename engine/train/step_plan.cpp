// Builds a step from its parts: network, gradient, optimizer. State names come from the parameters', so any batch size
// finds the same slots.
#include "engine/train/step_plan.h"

#include <algorithm>
#include <cstring>

#include "engine/core/error.h"
#include "engine/train/optimizer.h"

namespace tl {
namespace {

constexpr size_t kPlansKept = 4;
constexpr const char* kLossScale = "loss_scale";
constexpr float kFirstLossScale = 65536;

// Acts on what the parameter's update has written, the newest value that lives at its address.
void addConstraint(Graph& graph, ValueId parameter, const Attributes& constraint) {
    auto updated = static_cast<ValueId>(graph.values.size()) - 1;
    while (graph.rootOf(updated) != parameter) --updated;
    const std::string name = graph.value(parameter).name;
    graph.addNode("Constrain", name + "/constraint", {updated}, constraint, {}, Phase::Update);
}

// float16's small numbers: the gradient starts at the loss scale, which is taken out of it before the updates. Returns
// the value that says whether all gradients are finite.
ValueId addScaledGradient(Graph& graph, ValueId loss, const std::vector<ValueId>& targets,
                          std::vector<ValueId>& gradients) {
    const ValueId scale = graph.addState(kLossScale, {}), good = graph.addState("loss_scale/good_steps", {});
    gradients = addGradient(graph, {{loss, scale}}, targets);
    const ValueId finite = graph.addNode("AllFinite", "loss_scale/finite", gradients, {}, "", Phase::Backward)[0];
    for (ValueId& gradient : gradients)
        gradient = graph.addNode("Unscale", graph.value(gradient).name + "/unscale", {gradient, scale}, {}, "",
                                 Phase::Backward)[0];
    graph.addNode("LossScaleUpdate", kLossScale, {scale, good, finite}, {{"growth_interval", int64_t{2000}}}, "",
                  Phase::Backward);
    return finite;
}

// Returns kNoValue, or with a scaled loss the value that says whether the step may be taken.
ValueId addOptimizer(BuiltNetwork& built, const TypedProperties& chosen, bool scaled) {
    const OptimizerType& optimizer = findOptimizer(chosen.type);
    const PropertyReader properties(optimizer.properties, chosen.properties, "optimizer " + chosen.type);
    std::vector<ValueId> targets;
    std::vector<Attributes> constraints;
    for (const BuiltParameter& parameter : built.parameters) {
        if (!parameter.trainable) continue;
        targets.push_back(parameter.value);
        constraints.push_back(parameter.constraint);
    }
    if (targets.empty())
        throw Error("The network has nothing to train: add a layer with weights, such as Dense or Conv2D.");
    std::vector<ValueId> gradients;
    ValueId finite = kNoValue;
    if (scaled)
        finite = addScaledGradient(built.graph, built.loss, targets, gradients);
    else
        gradients = addGradient(built.graph, built.loss, targets);
    if (optimizer.begin) optimizer.begin(built.graph, properties);
    for (size_t i = 0; i < targets.size(); ++i) {
        optimizer.update(built.graph, targets[i], gradients[i], properties);
        if (!constraints[i].values().empty()) addConstraint(built.graph, targets[i], constraints[i]);
    }
    return finite;
}

// Optimizer slots that the state lacks, or has in another shape, start at zero.
void addSlots(const Graph& graph, ModelState& state) {
    for (const Value& value : graph.values) {
        if (value.kind != ValueKind::State) continue;
        const auto found = state.find(value.name);
        if (found == state.end() || found->second.shape() != value.shape)
            state[value.name] =
                value.name == kLossScale ? Tensor::scalar(kFirstLossScale) : Tensor(value.shape, DType::Float32);
    }
}

}  // namespace

StepPlan::StepPlan(const NetworkSpec& network, const DataFacts& facts, int64_t batch, const StepPlanOptions& options,
                   ModelState& state)
    : batch_(batch), training_(options.training) {
    BuiltNetwork built = build(network, facts, batch, options.training, options.dataType);
    if (training_) finite_ = addOptimizer(built, options.optimizer, options.precision == DType::Float16);
    addSlots(built.graph, state);

    CompileOptions compile = options.compile;
    compile.device = options.device;
    compile.threads = options.threads;
    compile.precision = options.precision;
    compile.outputs = {built.loss};
    if (finite_ != kNoValue) compile.outputs.push_back(finite_);
    for (const auto& [name, value] : built.metrics) {
        metricNames_.push_back(name);
        metricValues_.push_back(value);
        compile.outputs.push_back(value);
    }
    if (!training_) compile.outputs.push_back(built.prediction);
    loss_ = built.loss;
    prediction_ = built.prediction;
    graph_ = std::move(built.graph);
    plan_ = std::make_unique<Plan>(graph_, state, compile);
    data_ = plan_->input("data");
    labels_ = static_cast<int32_t*>(plan_->input("labels"));
    dataBytes_ = static_cast<size_t>(facts.shape.withBatch(batch).elements()) * sizeOf(options.dataType);
}

void StepPlan::setInputs(const Tensor& data, const Tensor& labels) {
    if (data.bytes() != dataBytes_ || labels.shape().elements() != batch_)
        throw Error("batch", std::to_string(dataBytes_) + " bytes of pixels and " + std::to_string(batch_) + " labels",
                    std::to_string(data.bytes()) + " bytes and " + std::to_string(labels.shape().elements()));
    std::memcpy(data_, data.data(), dataBytes_);
    std::memcpy(labels_, labels.data(), labels.bytes());
}

void StepPlan::forward(const StepContext& context) { plan_->run(Phase::Forward, context); }

void StepPlan::backwardAndUpdate(const StepContext& context) {
    plan_->run(Phase::Backward, context);
    if (finite_ != kNoValue && plan_->readScalar(finite_) == 0) return;
    plan_->run(Phase::Update, context);
}

void StepPlan::step(const StepContext& context) {
    forward(context);
    backwardAndUpdate(context);
}

float StepPlan::loss() const { return plan_->readScalar(loss_); }
float StepPlan::metric(size_t index) const { return plan_->readScalar(metricValues_[index]); }
Tensor StepPlan::prediction() const { return plan_->read(prediction_); }

StepPlans::StepPlans(NetworkSpec network, DataFacts facts, StepPlanOptions options, ModelState& state)
    : network_(std::move(network)), facts_(std::move(facts)), options_(std::move(options)), state_(state) {}

StepPlan& StepPlans::get(int64_t batch) {
    if (!recent_.empty() && recent_.back() == batch) return *plans_.at(batch);
    if (!plans_.count(batch)) {
        auto plan = std::make_unique<StepPlan>(network_, facts_, batch, options_, state_);
        plans_[batch] = std::move(plan);
        if (plans_.size() > kPlansKept) {
            plans_.erase(recent_.front());
            recent_.erase(recent_.begin());
        }
    }
    std::erase(recent_, batch);
    recent_.push_back(batch);
    return *plans_.at(batch);
}

}  // namespace tl
