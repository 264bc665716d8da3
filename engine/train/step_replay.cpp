// The graph before all passes but that of the precision, so that ops and kernels are the same but for casts.
#include "engine/train/step_replay.h"

#include <algorithm>
#include <cstring>

#include "engine/backend/memory.h"
#include "engine/graph/passes/pass.h"
#include "engine/ops/op.h"
#include "engine/train/step_plan.h"

namespace tl {

namespace {

// A product in 8 bits is a MatMul's.
bool does(const PlanStep& step, const Node& op) {
    return step.name == op.name && (step.op == op.op || (step.op == "Float8MatMul" && op.op == "MatMul"));
}

}  // namespace

std::vector<const Node*> opsInOrder(const Graph& graph) {
    std::vector<const Node*> ops;
    for (const Phase phase : kPhases)
        for (const Node& node : graph.nodes)
            if (node.phase == phase) ops.push_back(&node);
    return ops;
}

StepReplay::StepReplay(const StepUnderWay& step) : graph_(step.plan.graph()), finite_(step.plan.finiteValue()) {
    size_t bytes = 0;
    for (const auto& [name, tensor] : step.state) bytes += tensor.bytes();
    requireMemory("A copy of the weights and slots", bytes);
    for (const Value& value : graph_.values)
        if (value.kind == ValueKind::Parameter || value.kind == ValueKind::State)
            state_.try_emplace(value.name, step.state.at(value.name).clone());
    CompileOptions options = step.plan.compiled();
    options.outputs.clear();
    options.memoryLimit = 0;
    options.skipPasses.clear();
    for (const Pass& pass : allPasses())
        if (pass.name != "mixed_precision" && pass.name != "float8_products") options.skipPasses.push_back(pass.name);
    readable_.assign(graph_.values.size(), true);
    for (const Node& node : graph_.nodes)
        for (const int output : findOp(node.op).opaqueOutputs)
            if (static_cast<size_t>(output) < node.outputs.size())
                readable_[static_cast<size_t>(node.outputs[static_cast<size_t>(output)])] = false;
    for (size_t id = 0; id < graph_.values.size(); ++id)
        if (readable_[id] && graph_.values[id].kind == ValueKind::Computed)
            options.outputs.push_back(static_cast<ValueId>(id));
    plan_ = std::make_unique<Plan>(graph_, state_, options);

    ops_ = opsInOrder(graph_);
    opOf_.assign(graph_.values.size(), -1);
    for (size_t i = 0; i < ops_.size(); ++i)
        for (const ValueId output : ops_[i]->outputs) opOf_[static_cast<size_t>(output)] = static_cast<int>(i);
    // Kernels come in the order of the ops. A Reshape has none; what the precision has put in belongs to the op before.
    ends_.assign(ops_.size(), 0);
    size_t op = 0;
    const std::vector<PlanStep>& steps = plan_->steps();
    for (size_t kernel = 0; kernel < steps.size(); ++kernel) {
        const StepCost& cost = plan_->cost().steps[kernel];
        spans_.push_back(spanName({steps[kernel].op, steps[kernel].layer, steps[kernel].implementation,
                                   SpanCategory::OpByOp, cost.flops, cost.bytes}));
    }
    for (size_t kernel = 0; kernel < steps.size(); ++kernel) {
        size_t found = op;
        while (found < ops_.size() && ops_[found]->op == "Reshape" && steps[kernel].op != "Reshape") ++found;
        if (found == ops_.size() || !does(steps[kernel], *ops_[found])) continue;
        for (; op < found; ++op) ends_[op] = kernel;
        if (op > 0) ends_[op - 1] = kernel;
        ends_[op++] = kernel + 1;
    }
    for (; op < ops_.size(); ++op) ends_[op] = steps.size();
    if (!ends_.empty()) ends_.back() = steps.size();
}

void StepReplay::begin(const StepUnderWay& step, const ModelState& earlier) {
    for (auto& [name, tensor] : state_) {
        const auto before = earlier.find(name);
        const Tensor& from = before != earlier.end() ? before->second : step.state.at(name);
        std::memcpy(tensor.data(), from.data(), tensor.bytes());
    }
    step.plan.giveInputs(*plan_);
    context_ = step.context;
    due_ = step.due;
    done_ = 0;
}

void StepReplay::runNext() {
    for (size_t kernel = done_ > 0 ? ends_[done_ - 1] : 0; kernel < ends_[done_]; ++kernel) {
        const Span span(spans_[kernel], static_cast<uint32_t>(context_.step + 1));
        spanUnderWay = spans_[kernel];
        plan_->runStep(kernel, context_);
    }
    spanUnderWay = 0;
    ++done_;
}

bool StepReplay::over() const {
    if (done_ == ops_.size()) return true;
    const Phase next = ops_[done_]->phase;
    if (next == Phase::Update && !due_) return true;
    return next > Phase::Backward && finite_ != kNoValue && plan_->readScalar(finite_) == 0;
}

bool StepReplay::made(ValueId value) const {
    const int op = opOf(value);
    return op < 0 || static_cast<size_t>(op) < done_;
}

bool StepReplay::readable(ValueId value) const { return readable_[static_cast<size_t>(value)]; }
Tensor StepReplay::read(ValueId value) const { return plan_->read(value); }
int StepReplay::opOf(ValueId value) const { return opOf_[static_cast<size_t>(value)]; }

}  // namespace tl
