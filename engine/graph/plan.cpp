// Binds a schedule to memory and runs it. All decisions are made when the plan is; run() only calls bound functions.
#include "engine/graph/plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>

#include "engine/backend/threads.h"
#include "engine/core/error.h"
#include "engine/core/half.h"
#include "engine/graph/bound_chain.h"
#include "engine/graph/buffer_values.h"
#include "engine/graph/compiled_graph.h"
#include "engine/graph/plan_arena.h"
#include "engine/graph/plan_on_device.h"
#include "engine/graph/step_spans.h"
#include "engine/ops/op.h"
#include "engine/profile/spans.h"

namespace tl {
namespace {

using Home = ScheduledBuffer::Home;

size_t index(int id) { return static_cast<size_t>(id); }

const char* kindOf(float value) { return std::isnan(value) ? "nan" : "infinity"; }

}  // namespace

struct Plan::Impl {
    Impl(CompiledGraph made, const CompileOptions& options, DeviceMemory* memory, std::shared_ptr<PlanArena> shared)
        : graph(std::move(made.graph)), kernels(made.kernels), threads(made.threads),
          schedule(std::move(made.schedule)), kept(std::move(made.kept)),
          outputs(options.outputs.begin(), options.outputs.end()), verdict(options.verdict),
          arena(shared ? std::move(shared) : std::make_shared<PlanArena>()) {
        if (memory) away.emplace(*memory);
    }

    Graph graph;
    const KernelTable* kernels;
    int threads;
    Schedule schedule;
    std::set<ValueId> kept, outputs;  // outputs and taps; outputs
    CompileOptions::Verdict verdict;
    std::shared_ptr<PlanArena> arena;  // where it is
    std::byte* arenaBegin = nullptr;
    std::vector<Tensor> tensors;   // by buffer: state and constants
    std::vector<void*> addresses;  // by buffer
    StepContext context;
    std::vector<PlanStep> steps;
    std::vector<std::function<void()>> runs;
    std::vector<SpanName> spans;                      // one a step
    std::vector<BoundChain> chains;                   // of steps that can be run by blocks, in order
    std::optional<PlanOnDevice> away;                 // where the device's memory is not the host's; ends before `runs`
    std::array<size_t, kPhases.size() + 1> phases{};  // first step of each phase, and the end
    bool settled = false;                             // the steps that run once have run
    bool gates = false;                               // the device judges the step

    // Before anything is written: what was made once is gone where another plan has been in the arena since.
    void enter() { settled = !arena->enter(this) && settled; }
    std::byte* block(int number) const { return arenaBegin + schedule.memory.offsets[index(number)]; }
    // The bytes of a value, where the host can read them.
    Tensor fetched(int buffer, size_t bytes) const { return away->read(addresses[index(buffer)], bytes); }
    Tensor copyOf(ValueId id) const;
    ValueId inputNamed(const std::string& name) const;
    void* addressOf(ValueId id) const { return addresses[index(schedule.bufferOf[index(id)])]; }
    std::function<void()> kernelsOf(Phase first, Phase last) const {
        return [this, begin = phases[static_cast<size_t>(first)], end = phases[static_cast<size_t>(last) + 1]] {
            for (size_t i = begin; i < end; ++i) runs[i]();
        };
    }
    size_t plainBytes(ValueId id) const { return TensorDesc{graph.value(id).shape, graph.value(id).dtype, {}}.bytes(); }
    void allocate(ModelState& state);
    void bind();
    KernelBuffers buffersOf(const ScheduledStep& step) const;
    std::function<void()> judge();
    std::function<void()> gated(const ScheduledStep& step, std::function<void()> kernel);
    void keepSmall();
    // The first number that is not finite in a value's buffer. Opaque and integer values have none.
    std::optional<float> nonFinite(ValueId id, int buffer, const Layout& layout) const;
    Message checkInputs(const ScheduledStep& step, std::set<int>& checked) const;
    Message checkOutputs(const ScheduledStep& step, std::set<int>& checked) const;
};

void Plan::Impl::allocate(ModelState& state) {
    if (away) {
        std::vector<const Tensor*> needed;
        for (const ScheduledBuffer& buffer : schedule.buffers) {
            if (buffer.home != Home::State) continue;
            if (const auto found = state.find(graph.value(buffer.value).name); found != state.end())
                needed.push_back(&found->second);
        }
        away->require(schedule.cost, needed);
        arenaBegin = away->allocate(schedule.memory.bytes);
    } else {
        arenaBegin = arena->take(schedule.memory.bytes);
    }
    tensors.resize(schedule.buffers.size());
    addresses.resize(schedule.buffers.size());
    for (size_t i = 0; i < schedule.buffers.size(); ++i) {
        const ScheduledBuffer& buffer = schedule.buffers[i];
        const Value& value = graph.value(buffer.value);
        if (buffer.home == Home::Arena) {
            addresses[i] = block(schedule.blockOf[i]);
            continue;
        }
        if (buffer.home == Home::Constant) {
            tensors[i] = Tensor(value.shape, DType::Float32);
            std::ranges::fill(tensors[i].as<float>(), static_cast<float>(value.constant));
        } else {
            const auto found = state.find(value.name);
            if (found == state.end()) throw Error("model state", Message("a tensor {name}", value.name), "none");
            if (found->second.shape() != value.shape || found->second.dtype() != DType::Float32)
                throw Error(Message("model state {name}", value.name),
                            Message("{shape} float32", value.shape.toString()),
                            Message("{shape} {type}", found->second.shape().toString(), nameOf(found->second.dtype())));
            tensors[i] = found->second;  // shares the storage, and keeps it alive
        }
        if (!away) {
            addresses[i] = tensors[i].data();
        } else if (buffer.home == Home::Constant) {
            addresses[i] = away->allocate(tensors[i].bytes());
            away->write(addresses[i], tensors[i]);
        } else {
            addresses[i] = away->state(tensors[i]);
        }
    }
}

// The device's kernel that opens or closes the gate. There is none where the plan has lost what the verdict is of.
std::function<void()> Plan::Impl::judge() {
    std::vector<ValueId> from{verdict.loss, verdict.finite};
    if (verdict.scale != kNoValue) from.push_back(verdict.scale);
    KernelBuffers buffers;
    std::vector<TensorDesc> in;
    for (const ValueId id : from) {
        const int buffer = id == kNoValue ? -1 : schedule.bufferOf[index(id)];
        if (buffer < 0 || graph.value(id).dtype != DType::Float32) return {};
        buffers.inputs.push_back(addresses[index(buffer)]);
        in.push_back({{}, DType::Float32, {}});
    }
    buffers.outputs.push_back(away->gate());
    const std::vector<TensorDesc> out{{{sizeof(StepGate) / sizeof(int32_t)}, DType::Int32, {}}};
    const Attributes none;
    return kernels->select({"StepVerdict", none, in, out}).bind(buffers);
}

// A kernel of the step, kept from the state where the device has found that the step must not move it.
std::function<void()> Plan::Impl::gated(const ScheduledStep& step, std::function<void()> kernel) {
    if (!away || !gates) return kernel;
    const auto writesState = [&](int buffer) { return away->isState(addresses[index(buffer)]); };
    if (step.node.phase > Phase::Backward) return away->behind(&away->gate()->closed, std::move(kernel));
    if (std::ranges::any_of(step.outputs, writesState)) return away->behind(&away->gate()->stopped, std::move(kernel));
    if (!std::ranges::count(step.node.outputs, verdict.finite)) return kernel;
    return [kernel = std::move(kernel), judge = judge()] {
        kernel();
        judge();
    };
}

KernelBuffers Plan::Impl::buffersOf(const ScheduledStep& step) const {
    KernelBuffers buffers;
    for (int id : step.inputs) buffers.inputs.push_back(addresses[index(id)]);
    for (int id : step.outputs) buffers.outputs.push_back(addresses[index(id)]);
    if (step.scratch >= 0) buffers.scratch = block(step.scratch);
    if (schedule.partScratch >= 0) buffers.partScratch = block(schedule.partScratch);
    buffers.partStride = schedule.partStride;
    buffers.context = away ? away->context() : &context;
    return buffers;
}

void Plan::Impl::bind() {
    gates = away && judge() && std::ranges::any_of(schedule.steps, [&](const ScheduledStep& step) {
                return std::ranges::count(step.node.outputs, verdict.finite) > 0;
            });
    if (gates) away->keep(away->gate(), sizeof(StepGate), Phase::Backward);
    for (const ScheduledStep& step : schedule.steps) {
        if (away)
            for (int id : step.outputs) away->written(addresses[index(id)], step.node.phase);
        runs.push_back(gated(step, step.kernel.bind(buffersOf(step))));
        const Node& node = step.node;
        steps.push_back({node.op, node.name, node.layer, step.kernel.implementation, node.phase, step.kernel.times});
        spans.push_back(spanOf(schedule, spans.size()));
    }
    for (const ScheduledChain& chain : schedule.chains) {
        std::vector<KernelBuffers> buffers;
        for (size_t s = index(chain.first); s <= index(chain.last); ++s)
            buffers.push_back(buffersOf(schedule.steps[s]));
        chains.emplace_back(schedule, chain, buffers, schedule.near >= 0 ? block(schedule.near) : nullptr);
    }
    if (away) keepSmall();
    for (size_t phase = 0; phase < kPhases.size(); ++phase) {
        const auto count = std::ranges::count(steps, static_cast<Phase>(phase), &PlanStep::phase);
        phases[phase + 1] = phases[phase] + static_cast<size_t>(count);
    }
}

// Losses, sums of metrics and the like, which a session reads after each step. Taps are looked at now and then.
void Plan::Impl::keepSmall() {
    constexpr size_t kSmall = size_t{16} << 20;
    for (const ScheduledStep& step : schedule.steps)
        for (size_t i = 0; i < step.outputs.size(); ++i) {
            const ValueId id = step.node.outputs[i];
            const size_t bytes = plainBytes(id);
            if (outputs.count(id) && schedule.layoutOf[index(id)].plain() && bytes > 0 && bytes <= kSmall)
                away->keep(addresses[index(step.outputs[i])], bytes, step.node.phase);
        }
}

std::optional<float> Plan::Impl::nonFinite(ValueId id, int buffer, const Layout& layout) const {
    const TensorDesc desc{graph.value(id).shape, graph.value(id).dtype, layout};
    const Tensor copy = away && !layout.opaqueBytes ? fetched(buffer, desc.bytes()) : Tensor();
    return firstNonFinite(away ? copy.data() : addresses[index(buffer)], desc);
}

Message Plan::Impl::checkInputs(const ScheduledStep& step, std::set<int>& checked) const {
    for (size_t i = 0; i < step.inputs.size(); ++i) {
        if (!step.kernel.reads.empty() && !step.kernel.reads[i]) continue;
        if (!checked.insert(step.inputs[i]).second) continue;
        const ValueId id = step.node.inputs[i];
        const auto found = nonFinite(id, step.inputs[i], step.kernel.inputs[i]);
        if (!found) continue;
        const ValueId root = graph.rootOf(id);
        const ValueKind kind = graph.value(root == kNoValue ? id : root).kind;
        const Message what = kind == ValueKind::Parameter ? Message("parameter")
                             : kind == ValueKind::State   ? Message("state")
                             : kind == ValueKind::Input   ? Message("input")
                                                          : Message("value");
        return Message("{kind} {name} was already {value}", what, graph.value(id).name, kindOf(*found));
    }
    return {};
}

Message Plan::Impl::checkOutputs(const ScheduledStep& step, std::set<int>& checked) const {
    for (size_t i = 0; i < step.outputs.size(); ++i) {
        checked.insert(step.outputs[i]);
        const auto found = nonFinite(step.node.outputs[i], step.outputs[i], step.kernel.outputs[i]);
        if (found)
            return Message("{node} ({op}) made {value} from finite inputs", step.node.name, step.node.op,
                           kindOf(*found));
    }
    return {};
}

Plan::Plan(const Graph& graph, ModelState& state, const CompileOptions& options, std::shared_ptr<PlanArena> arena)
    : impl_(std::make_unique<Impl>(compileGraph(graph, options), options,
                                   options.kernels ? nullptr : deviceOf(options.device).memory(), std::move(arena))) {
    const ThreadScope scope(impl_->threads);
    impl_->allocate(state);
    impl_->bind();
}

Plan::~Plan() = default;
Plan::Plan(Plan&&) noexcept = default;

void* Plan::inputOnDevice(ValueId id) {
    impl_->enter();
    void* address = impl_->addressOf(id);
    if (impl_->away) impl_->away->leaveInput(address);
    return address;
}

ValueId Plan::Impl::inputNamed(const std::string& name) const {
    if (const ValueId id = graph.findInput(name); id != kNoValue) return id;
    throw Error(Message("plan input {name}", name), "an input of the graph", "none of that name");
}

void* Plan::input(const std::string& name) {
    impl_->enter();
    const ValueId id = impl_->inputNamed(name);
    void* address = impl_->addressOf(id);
    return impl_->away ? impl_->away->input(address, impl_->plainBytes(id)) : address;
}

void Plan::setInput(ValueId id, const void* bytes) {
    impl_->enter();
    if (impl_->away)
        impl_->away->setInput(impl_->addressOf(id), bytes, impl_->plainBytes(id));
    else
        std::memcpy(impl_->addressOf(id), bytes, impl_->plainBytes(id));
}

Tensor Plan::read(ValueId id) const {
    const Impl& impl = *impl_;
    if (id < 0 || id >= static_cast<ValueId>(impl.graph.values.size()))
        throw Error("plan output", "a value of the graph", std::to_string(id));
    const Value& value = impl.graph.value(id);
    const int buffer = impl.schedule.bufferOf[index(id)];
    const bool held = value.kind != ValueKind::Computed || impl.kept.count(id) || impl.graph.rootOf(id) != kNoValue;
    if (buffer < 0 || !held)
        throw Error(Message("value {name}", value.name), "one of the plan's outputs or taps",
                    "a value that the plan does not keep", "Name it in CompileOptions when the plan is made.");
    return impl.copyOf(id);
}

bool Plan::holds(ValueId id, Phase after) const { return impl_->schedule.holds(impl_->graph, id, after); }

Tensor Plan::readHeld(ValueId id, Phase after) const {
    if (!holds(id, after))
        throw Error(Message("value {name}", impl_->graph.value(id).name), "a value that the plan holds",
                    "one whose memory was taken over");
    return impl_->copyOf(id);
}

Tensor Plan::Impl::copyOf(ValueId id) const {
    const Impl& impl = *this;
    const Value& value = graph.value(id);
    const int buffer = schedule.bufferOf[index(id)];
    const Layout& layout = impl.schedule.layoutOf[index(id)];
    if (layout.opaqueBytes)
        throw Error(Message("value {name}", value.name), "a value of numbers", "a kernel's workspace");
    Tensor copy(value.shape, value.dtype);
    if (impl.away) {
        const Tensor bytes = impl.fetched(buffer, TensorDesc{value.shape, value.dtype, layout}.bytes());
        copyStrided(bytes.data(), layout, copy);
        return isHalf(value.dtype) ? toFloat32(copy) : copy;
    }
    if (layout.plain()) {
        std::memcpy(copy.data(), impl.addresses[index(buffer)], copy.bytes());
        return isHalf(value.dtype) ? toFloat32(copy) : copy;
    }
    const ThreadScope scope(impl.threads);
    const std::string op = "Reorder";
    const Attributes attributes;
    const std::vector<TensorDesc> from{{value.shape, value.dtype, layout}}, to{{value.shape, value.dtype, {}}};
    const Kernel kernel = impl.kernels->select({op, attributes, from, to, impl.threads});
    const Tensor scratch(Shape{static_cast<int64_t>(kernel.scratchBytes)}, DType::UInt8);
    kernel.bind({{impl.addresses[index(buffer)]}, {copy.data()}, const_cast<void*>(scratch.data()), &impl.context})();
    return isHalf(value.dtype) ? toFloat32(copy) : copy;
}

float Plan::readScalar(ValueId id) const {
    const Value& value = impl_->graph.value(id);
    const int buffer = impl_->schedule.bufferOf[index(id)];
    if (value.shape.elements() == 1 && value.dtype == DType::Float32 && buffer >= 0 && impl_->kept.count(id) &&
        impl_->schedule.layoutOf[index(id)].plain() && !impl_->away)
        return *static_cast<const float*>(impl_->addresses[index(buffer)]);
    const Tensor copy = read(id);
    if (copy.shape().elements() != 1 || copy.dtype() != DType::Float32)
        throw Error(Message("value {name}", value.name), "a single float32", value.shape.toString());
    return copy.as<float>()[0];
}

Tensor Plan::readBefore(ValueId id) const {
    const Impl& impl = *impl_;
    const Tensor bytes = impl.away->read(impl.addressOf(id), impl.plainBytes(id), true);
    Tensor copy(impl.graph.value(id).shape, impl.graph.value(id).dtype);
    std::memcpy(copy.data(), bytes.data(), bytes.bytes());
    return isHalf(copy.dtype()) ? toFloat32(copy) : copy;
}

bool Plan::judges() const { return impl_->gates; }

bool Plan::stopped(bool before) const {
    if (!impl_->gates) return false;
    const Tensor bytes = impl_->away->read(impl_->away->gate(), sizeof(StepGate), before);
    StepGate gate;
    std::memcpy(&gate, bytes.data(), sizeof(gate));
    return gate.stopped != 0;
}

void Plan::runThrough(Phase last, const StepContext& context) {
    Impl& impl = *impl_;
    if (!impl.away) {
        for (const Phase phase : kPhases)
            if (phase <= last) run(phase, context);
        return;
    }
    impl.context = context;
    const ThreadScope scope(impl.threads);
    impl.away->prepare(Phase::Forward, context);
    static const SpanName name = spanName({"ask for a step", {}, {}, SpanCategory::Other});
    const Span whole(name, static_cast<uint32_t>(context.step + 1));
    impl.away->run(Phase::Forward, last, impl.kernelsOf(Phase::Forward, last));
    for (const Phase phase : kPhases)
        if (phase <= last) impl.away->finish(phase);
}

void Plan::record(Phase first, Phase last) {
    Impl& impl = *impl_;
    const ThreadScope scope(impl.threads);
    if (impl.away && impl.phases[static_cast<size_t>(first)] < impl.phases[static_cast<size_t>(last) + 1])
        impl.away->record(first, last, impl.kernelsOf(first, last));
}

void Plan::run(Phase phase, const StepContext& context) {
    Impl& impl = *impl_;
    impl.enter();
    impl.context = context;
    const ThreadScope scope(impl.threads);
    const size_t end = impl.phases[static_cast<size_t>(phase) + 1];
    if (impl.away) impl.away->prepare(phase, context);
    if (impl.phases[static_cast<size_t>(phase)] == end) return;
    const auto step = static_cast<uint32_t>(context.step + 1);  // as people count; 0 are parts of ops
    const Span whole(phaseSpan(phase), step);
    if (impl.away) {
        impl.away->run(phase, phase, impl.kernelsOf(phase, phase));
        impl.away->finish(phase);
        return;
    }
    auto chain = impl.chains.cbegin();
    uint64_t began = ticks();
    for (size_t i = impl.phases[static_cast<size_t>(phase)]; i < end; ++i) {
        while (chain != impl.chains.cend() && chain->first() < i) ++chain;
        if (chain != impl.chains.cend() && chain->first() == i && !observer) {
            chain->run(step);
            i = chain->end() - 1;
            began = ticks();
            continue;
        }
        if (impl.settled && impl.schedule.steps[i].once) continue;
        spanUnderWay = impl.spans[i];
        if (observer) observer(static_cast<int>(i), true);
        impl.runs[i]();
        if (observer) observer(static_cast<int>(i), false);
        const uint64_t now = ticks();  // one reading ends a kernel and begins the next
        recordSpan(impl.spans[i], began, now, step);
        began = now;
    }
    spanUnderWay = 0;
    impl.settled = true;
}

void Plan::stateChanged() { impl_->settled = false; }

void Plan::runAll(const StepContext& context) {
    for (Phase phase : kPhases) run(phase, context);
}

void Plan::runStep(size_t step, const StepContext& context) {
    Impl& impl = *impl_;
    impl.enter();
    impl.context = context;
    const ThreadScope scope(impl.threads);
    const Phase phase = impl.steps[step].phase;
    if (impl.away) impl.away->prepare(step == 0 ? Phase::Forward : phase, context);
    impl.runs[step]();
    if (impl.away) impl.away->finish(phase);
}

Message Plan::findNonFinite(Phase phase, const StepContext& context) {
    Impl& impl = *impl_;
    impl.enter();
    impl.context = context;
    const ThreadScope scope(impl.threads);
    std::set<int> checked;
    if (impl.away) impl.away->prepare(phase, context), impl.away->finish(phase);
    for (size_t i = impl.phases[static_cast<size_t>(phase)]; i < impl.phases[static_cast<size_t>(phase) + 1]; ++i) {
        const ScheduledStep& step = impl.schedule.steps[i];
        if (step.node.op.starts_with("AllReduce")) {  // which would wait for the other devices' plans
            checked.insert(step.outputs.begin(), step.outputs.end());
            continue;
        }
        Message found = impl.checkInputs(step, checked);
        if (!found.empty()) return found;
        impl.runs[i]();
        found = impl.checkOutputs(step, checked);
        if (!found.empty()) return found;
    }
    return {};
}

const std::vector<PlanStep>& Plan::steps() const { return impl_->steps; }
const PlanCost& Plan::cost() const { return impl_->schedule.cost; }

}  // namespace tl
