// Three sweeps over the nodes: choose kernels and put in reorders, let outputs take over inputs in place, place what is
// left in the arena. In-place comes second because a last use is known only when all reorders are there.
#include "engine/graph/schedule.h"

#include <algorithm>
#include <map>
#include <memory>

#include "engine/core/error.h"
#include "engine/graph/passes/pass.h"
#include "engine/ops/op.h"

namespace tl {
namespace {

using Home = ScheduledBuffer::Home;

size_t index(int id) { return static_cast<size_t>(id); }

class Scheduler {
public:
    Scheduler(const Graph& graph, const ScheduleOptions& options, const KernelSelector& select)
        : graph_(graph), options_(options), select_(select) {
        out_.bufferOf.assign(graph.values.size(), -1);
        out_.layoutOf.resize(graph.values.size());
    }

    Schedule make() {
        addSources();
        for (Phase phase : kPhases)
            for (const Node& node : graph_.nodes)
                if (node.phase == phase) addNode(node);
        for (ValueId id : options_.kept)
            if (const int buffer = out_.bufferOf[index(id)]; buffer >= 0) out_.buffers[index(buffer)].pinned = true;
        measureLives();
        shareInPlace();
        if (options_.chains) out_.chains = formChains(out_, options_.threads);
        place();
        count();
        return std::move(out_);
    }

private:
    ScheduledBuffer& buffer(int id) { return out_.buffers[index(id)]; }

    int addBuffer(Home home, ValueId value, size_t bytes, int first) {
        out_.buffers.push_back({home, value, bytes, first});
        settled_.push_back(home != Home::Arena);
        return static_cast<int>(out_.buffers.size()) - 1;
    }

    void addSources() {
        std::map<std::string, int> states;  // two ids may name one tensor
        for (size_t i = 0; i < graph_.values.size(); ++i) {
            const Value& value = graph_.values[i];
            if (value.kind == ValueKind::Computed) continue;
            const auto id = static_cast<ValueId>(i);
            const size_t bytes = static_cast<size_t>(value.shape.elements()) * sizeOf(value.dtype);
            if (value.kind == ValueKind::Parameter || value.kind == ValueKind::State) {
                const auto known = states.find(value.name);
                out_.bufferOf[i] = known != states.end() ? known->second : addBuffer(Home::State, id, bytes, 0);
                states[value.name] = out_.bufferOf[i];
                continue;
            }
            const bool input = value.kind == ValueKind::Input;
            out_.bufferOf[i] = addBuffer(input ? Home::Arena : Home::Constant, id, bytes, 0);
            buffer(out_.bufferOf[i]).pinned = true;  // an input stays, so that a run can be repeated
        }
    }

    bool opaque(ValueId id) const {
        const Value& value = graph_.value(id);
        if (value.kind != ValueKind::Computed) return false;
        const Node& node = graph_.nodes[index(value.producer)];
        for (int output : findOp(node.op).opaqueOutputs)
            if (node.outputs[index(output)] == id) return true;
        return false;
    }

    TensorDesc describe(ValueId id) const {
        return {graph_.value(id).shape, graph_.value(id).dtype, out_.layoutOf[index(id)]};
    }

    KernelRequest request(const Node& node, const std::vector<TensorDesc>& inputs,
                          const std::vector<TensorDesc>& outputs) const {
        return {node.op,          node.attributes,  inputs,        outputs,
                options_.threads, options_.blocked, options_.tf32, options_.fixedState};
    }

    // The buffer that holds `id` in `wanted`; puts in a reorder the first time one is asked for.
    int inLayout(ValueId id, const Layout& wanted, const Node& reader) {
        if (out_.layoutOf[index(id)] == wanted || opaque(id)) return out_.bufferOf[index(id)];
        for (const auto& copy : copies_[id])
            if (copy.first == wanted) return copy.second;
        Node node;
        node.op = "Reorder";
        node.name = graph_.value(id).name + "/reorder";
        node.layer = reader.layer;
        node.inputs = {id};
        node.outputs = {id};
        node.phase = reader.phase;
        const std::vector<TensorDesc> from{describe(id)}, to{{from[0].shape, from[0].dtype, wanted}};
        ScheduledStep step{node, select_(request(node, from, to)), {out_.bufferOf[index(id)]}, {}};
        step.kernel.inputs = {from[0].layout};
        step.kernel.outputs = {wanted};
        const int copy = addBuffer(Home::Arena, id, std::max<size_t>(to[0].bytes(), 1), now());
        step.outputs = {copy};
        settle(step);
        out_.steps.push_back(std::move(step));
        copies_[id].push_back({wanted, copy});
        return copy;
    }

    int now() const { return static_cast<int>(out_.steps.size()); }

    void addNode(const Node& node) {
        std::vector<TensorDesc> inputs, outputs;
        for (ValueId id : node.inputs) {
            if (out_.bufferOf[index(id)] < 0)
                throw Error(Message("{name} ({op})", node.name, node.op), "inputs made before it",
                            Message("{name}, which is made later", graph_.value(id).name));
            inputs.push_back(describe(id));
        }
        if (node.op == "Reshape") {
            const int same = inLayout(node.inputs[0], Layout{}, node);
            out_.bufferOf[index(node.outputs[0])] = same;
            return;
        }
        for (ValueId id : node.outputs) outputs.push_back(describe(id));
        ScheduledStep step{node, select_(request(node, inputs, outputs)), {}, {}};
        Kernel& kernel = step.kernel;
        kernel.inputs.resize(inputs.size());
        kernel.outputs.resize(outputs.size());
        kernel.reads.resize(inputs.size(), true);
        kernel.inPlace.resize(outputs.size(), -1);
        for (size_t i = 0; i < inputs.size(); ++i) {
            const ValueId id = node.inputs[i];
            step.inputs.push_back(kernel.reads[i] ? inLayout(id, kernel.inputs[i], node) : out_.bufferOf[index(id)]);
        }
        const std::vector<int> updates = updatesOf(findOp(node.op), node.attributes, node.outputs.size());
        for (size_t i = 0; i < outputs.size(); ++i) {
            const ValueId id = node.outputs[i];
            outputs[i].layout = kernel.outputs[i];
            if (i < updates.size()) {
                if (!kernel.outputs[i].plain() || !kernel.inputs[index(updates[i])].plain())
                    throw Error(Message("{name} ({op})", node.name, node.op), "a kernel that updates in plain layout",
                                kernel.implementation);
                out_.bufferOf[index(id)] = out_.bufferOf[index(node.inputs[index(updates[i])])];
            } else {
                out_.bufferOf[index(id)] = addBuffer(Home::Arena, id, std::max<size_t>(outputs[i].bytes(), 1), now());
            }
            out_.layoutOf[index(id)] = kernel.outputs[i];
            step.outputs.push_back(out_.bufferOf[index(id)]);
        }
        settle(step);
        out_.steps.push_back(std::move(step));
    }

    // What is made of state and constants alone is as fixed as they are.
    void settle(ScheduledStep& step) {
        step.once = options_.fixedState && step.node.phase == Phase::Forward && !step.inputs.empty() &&
                    findOp(step.node.op).updates.empty() &&
                    std::ranges::all_of(step.inputs, [&](int id) { return settled_[index(id)]; });
        if (step.once)
            for (int id : step.outputs) settled_[index(id)] = true;
    }

    void measureLives() {
        for (ScheduledBuffer& buffer : out_.buffers) buffer.last = buffer.first;
        for (size_t s = 0; s < out_.steps.size(); ++s) {
            const ScheduledStep& step = out_.steps[s];
            for (size_t i = 0; i < step.inputs.size(); ++i) {
                if (!step.kernel.reads.empty() && !step.kernel.reads[i]) continue;
                ScheduledBuffer& read = buffer(step.inputs[i]);
                read.last = static_cast<int>(s);
                read.pinned |= settled_[index(step.inputs[i])] && !step.once;
            }
        }
        for (size_t i = 0; i < out_.buffers.size(); ++i) {
            ScheduledBuffer& buffer = out_.buffers[i];
            if (!buffer.pinned) continue;
            buffer.last = now();
            if (settled_[i] || graph_.value(buffer.value).kind == ValueKind::Input) buffer.first = -1;
        }
    }

    void shareInPlace() {
        for (size_t s = 0; s < out_.steps.size(); ++s) {
            ScheduledStep& step = out_.steps[s];
            for (size_t i = 0; i < step.outputs.size() && i < step.kernel.inPlace.size(); ++i) {
                const int input = step.kernel.inPlace[i];
                if (input < 0 || index(input) >= step.inputs.size()) continue;
                const int from = out_.home(step.inputs[index(input)]), to = step.outputs[i];
                ScheduledBuffer &source = buffer(from), &target = buffer(to);
                const auto same = [&](int other) { return out_.home(other) == from; };
                const bool once = std::count_if(step.inputs.begin(), step.inputs.end(), same) == 1 &&
                                  std::none_of(step.outputs.begin(), step.outputs.end(), same);
                if (source.home != Home::Arena || target.home != Home::Arena || source.pinned || !once ||
                    source.last != static_cast<int>(s) || source.bytes != target.bytes ||
                    step.kernel.inputs[index(input)] != step.kernel.outputs[i])
                    continue;
                target.shares = from;
                source.first = std::min(source.first, target.first);
                source.last = target.last;
                source.pinned = target.pinned;
            }
        }
    }

    void place() {
        std::vector<MemoryBlock> blocks;
        out_.blockOf.assign(out_.buffers.size(), -1);
        const auto add = [&](size_t bytes, int first, int last) {
            blocks.push_back({bytes, first, last});
            return static_cast<int>(blocks.size()) - 1;
        };
        for (size_t i = 0; i < out_.buffers.size(); ++i) {
            const ScheduledBuffer& buffer = out_.buffers[i];
            if (buffer.home == Home::Arena && buffer.shares < 0)
                out_.blockOf[i] = add(buffer.bytes, buffer.first, buffer.last);
        }
        for (size_t i = 0; i < out_.buffers.size(); ++i)
            if (out_.buffers[i].shares >= 0) out_.blockOf[i] = out_.blockOf[index(out_.home(static_cast<int>(i)))];
        for (size_t s = 0; s < out_.steps.size(); ++s)
            if (const size_t bytes = out_.steps[s].kernel.scratchBytes) {
                const auto [first, last] = at(static_cast<int>(s));
                out_.steps[s].scratch = add(bytes, first, last);
            }
        for (const ScheduledStep& step : out_.steps)
            out_.partStride = std::max(out_.partStride, (step.kernel.partScratchBytes + 63) / 64 * 64);
        for (const ScheduledChain& chain : out_.chains)
            out_.nearStride = std::max(out_.nearStride, (chain.nearBytes + 63) / 64 * 64);
        if (out_.partStride > 0)
            out_.partScratch = add(out_.partStride * static_cast<size_t>(options_.threads), 0, now());
        if (out_.nearStride > 0) out_.near = add(out_.nearStride * static_cast<size_t>(options_.threads), 0, now());
        out_.memory = planMemory(blocks, options_.planMemory);
    }

    // Between which steps a step is at work: its own index, or the whole chain's.
    std::pair<int, int> at(int step) const {
        for (const ScheduledChain& chain : out_.chains)
            if (chain.first <= step && step <= chain.last) return {chain.first, chain.last};
        return {step, step};
    }

    void count() {
        PlanCost& cost = out_.cost;
        cost.activationBytes = out_.memory.bytes;
        for (const ScheduledBuffer& buffer : out_.buffers)
            if (buffer.home == Home::State)
                cost.parameterBytes += buffer.bytes;
            else if (graph_.value(buffer.value).kind == ValueKind::Input)
                cost.inputBytes += buffer.bytes;
        std::vector<const Node*> makers(out_.buffers.size());
        for (const ScheduledStep& step : out_.steps)
            for (const int output : step.outputs)
                if (const Node*& maker = makers[index(output)]; !maker) maker = &step.node;
        const auto hold = [&](size_t bytes, int block, std::pair<int, int> alive, const Node* maker) -> PlanHolding& {
            cost.holdings.push_back({{}, bytes, alive.first, alive.second});
            PlanHolding& held = cost.holdings.back();
            held.offset = out_.memory.offsets[index(block)];
            if (maker) held.layer = maker->layer, held.phase = maker->phase;
            return held;
        };
        for (size_t i = 0; i < out_.buffers.size(); ++i)
            if (const ScheduledBuffer& buffer = out_.buffers[i];
                buffer.home == Home::Arena && buffer.shares < 0 && buffer.last >= buffer.first) {
                PlanHolding& held = hold(buffer.bytes, out_.blockOf[i], {buffer.first, buffer.last}, makers[i]);
                held.name = graph_.value(buffer.value).name;
                held.buffer = static_cast<int>(i);
            }
        for (size_t s = 0; s < out_.steps.size(); ++s)
            if (const ScheduledStep& step = out_.steps[s]; step.scratch >= 0)
                hold(step.kernel.scratchBytes, step.scratch, at(static_cast<int>(s)), &step.node).step =
                    static_cast<int>(s);
        for (const auto& [stride, block] : {std::pair(out_.partStride, out_.partScratch), {out_.nearStride, out_.near}})
            if (stride > 0) hold(stride * static_cast<size_t>(options_.threads), block, {0, now()}, nullptr);
        for (const ScheduledStep& step : out_.steps) {
            StepCost own{step.node.op, step.kernel.implementation, 0, 0, step.node.layer, step.node.phase};
            std::vector<ValueType> types;
            for (size_t i = 0; i < step.inputs.size(); ++i) {
                const Value& value = graph_.value(step.node.inputs[i]);
                types.push_back({value.shape, value.dtype});
                if (step.kernel.reads.empty() || step.kernel.reads[i])
                    own.bytes += static_cast<double>(buffer(step.inputs[i]).bytes);
            }
            for (int id : step.outputs) own.bytes += static_cast<double>(buffer(id).bytes);
            own.flops = findOp(step.node.op).flops(types, step.node.attributes);
            if (step.once) own.flops = own.bytes = 0;
            cost.bytes += own.bytes;
            cost.flops += own.flops;
            if (step.node.phase == Phase::Forward) cost.flopsByLayer[step.node.layer] += own.flops;
            cost.steps.push_back(std::move(own));
        }
    }

    const Graph& graph_;
    const ScheduleOptions& options_;
    const KernelSelector& select_;
    Schedule out_;
    std::vector<bool> settled_;  // by buffer
    std::map<ValueId, std::vector<std::pair<Layout, int>>> copies_;
};

}  // namespace

int Schedule::home(int buffer) const {
    while (buffers[static_cast<size_t>(buffer)].shares >= 0) buffer = buffers[static_cast<size_t>(buffer)].shares;
    return buffer;
}

bool Schedule::isNear(int buffer) const {
    return std::ranges::any_of(chains, [&](const ScheduledChain& chain) { return chain.near.count(home(buffer)) > 0; });
}

bool Schedule::holds(const Graph& graph, ValueId value, Phase after) const {
    const int buffer = bufferOf[index(value)];
    if (buffer < 0 || layoutOf[index(value)].opaqueBytes || isNear(buffer)) return false;
    if (graph.value(value).kind != ValueKind::Computed) return true;
    const size_t bytes = buffers[index(buffer)].bytes;
    const auto overlaps = [&](int block, size_t size) {
        const size_t own = memory.offsets[index(blockOf[index(buffer)])], other = memory.offsets[index(block)];
        return own < other + size && other < own + bytes;
    };
    const auto overwrites = [&](int other) {
        if (blockOf[index(buffer)] < 0 || blockOf[index(other)] < 0) return home(other) == home(buffer);
        return overlaps(blockOf[index(other)], buffers[index(other)].bytes);
    };
    bool made = false, held = false;
    for (const ScheduledStep& step : steps) {
        if (step.node.phase > after) break;
        if (std::ranges::count(step.outputs, buffer)) {
            made = held = true;
            continue;
        }
        if (std::ranges::any_of(step.outputs, overwrites)) held = false;
        if (step.scratch >= 0 && blockOf[index(buffer)] >= 0 && overlaps(step.scratch, step.kernel.scratchBytes))
            held = false;
    }
    return made && held;
}

void optimise(Graph& graph, const PassContext& context, bool fuse, const std::vector<std::string>& skip,
              const std::function<void(const Pass& pass, const Graph& before, const Graph& after)>& observer) {
    for (const Pass& pass : allPasses()) {
        if ((!fuse && pass.fuses) || std::find(skip.begin(), skip.end(), pass.name) != skip.end()) continue;
        if (!observer) {
            pass.run(graph, context);
            continue;
        }
        const Graph before = graph;
        pass.run(graph, context);
        observer(pass, before, graph);
    }
}

KernelSelector remembering(KernelSelector select) {
    struct Known {
        std::string op;
        Attributes attributes;
        std::vector<TensorDesc> inputs, outputs;
        Kernel kernel;
    };
    const auto same = [](std::span<const TensorDesc> a, const std::vector<TensorDesc>& b) {
        return std::ranges::equal(a, b, [](const TensorDesc& x, const TensorDesc& y) {
            return x.shape == y.shape && x.dtype == y.dtype && x.layout == y.layout;
        });
    };
    return [select = std::move(select), same,
            all = std::make_shared<std::vector<Known>>()](const KernelRequest& request) -> Kernel {
        for (const Known& known : *all)
            if (known.op == request.op && known.attributes == request.attributes &&
                same(request.inputs, known.inputs) && same(request.outputs, known.outputs))
                return known.kernel;
        Known made{request.op,
                   request.attributes,
                   {request.inputs.begin(), request.inputs.end()},
                   {request.outputs.begin(), request.outputs.end()},
                   select(request)};
        all->push_back(made);
        return made.kernel;
    };
}

Schedule makeSchedule(const Graph& graph, const ScheduleOptions& options, const KernelSelector& select) {
    return Scheduler(graph, options, select).make();
}

}  // namespace tl
