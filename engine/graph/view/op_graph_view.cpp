// Nodes become nodes, values become tensors; weights and constants are told with the nodes that read them and draw no
// edge, as most would run across the whole picture.
#include "engine/graph/view/op_graph_view.h"

#include <algorithm>
#include <set>

#include "engine/core/brief.h"
#include "engine/ops/op.h"

namespace tl {
namespace {

// What passes left of a layer is little, and stands among that of others.
constexpr int kManyOps = 2, kManySteps = 6;

size_t at(int id) { return static_cast<size_t>(id); }

std::string attributeText(const Attribute& value) {
    if (const auto* integer = std::get_if<int64_t>(&value)) return std::to_string(*integer);
    if (const auto* real = std::get_if<double>(&value)) return withDigits(*real, 6);
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    std::string all;
    if (const auto* integers = std::get_if<std::vector<int64_t>>(&value))
        for (int64_t x : *integers) all += (all.empty() ? "" : ", ") + std::to_string(x);
    if (const auto* reals = std::get_if<std::vector<double>>(&value))
        for (double x : *reals) all += (all.empty() ? "" : ", ") + withDigits(x, 6);
    return all;
}

struct PhaseName {
    const char* name;
    Message title;
};

PhaseName nameOf(Phase phase) {
    switch (phase) {
    case Phase::Forward: return {"forward", "forward"};
    case Phase::Backward: return {"backward", "backward"};
    case Phase::Accumulate: return {"accumulate", "gather gradients"};
    case Phase::Update: break;
    }
    return {"update", "update"};
}

// "conv_1/kernel/adam" -> "conv_1" where that is a layer.
std::string layerOf(const Node& node, const LayerPlaces& places) {
    if (!node.layer.empty()) return node.layer;
    const std::string first = node.name.substr(0, node.name.find('/'));
    return places.count(first) ? first : std::string();
}

// Groups of all nodes: phase, blocks, and the layer where it has several ops there.
class Placer {
public:
    // A layer with so many ops in a phase has a group of its own.
    Placer(GraphView& view, const LayerPlaces& places, int many)
        : grouping_(view), view_(view), places_(places), many_(many) {}

    void count(Phase phase, const std::string& layer) { ++counts_[{phase, layer}]; }
    int place(Phase phase, const std::string& layer) {
        const PhaseName name = nameOf(phase);
        int group = grouping_.group(-1, name.name, name.title);
        view_.groups[at(group)].closed = true;
        view_.groups[at(group)].open = phase == Phase::Forward;
        const auto place = places_.find(layer);
        if (layer.empty() || place == places_.end()) return group;
        for (const Message& title : place->second.groups) group = grouping_.group(group, title.english(), title);
        if (counts_[{phase, layer}] < many_) return group;
        group = grouping_.group(group, layer, Message(layer));
        view_.groups[at(group)].layer = layer;
        return group;
    }

private:
    GraphGrouping grouping_;
    GraphView& view_;
    const LayerPlaces& places_;
    int many_;
    std::map<std::pair<Phase, std::string>, int> counts_;
};

GraphNode nodeOf(const Node& node, const LayerPlaces& places) {
    GraphNode made;
    made.name = node.name;
    made.op = node.op;
    made.layer = layerOf(node, places);
    made.title = Message(node.name);
    const auto place = places.find(made.layer);
    made.category = place == places.end() ? categoryOfOp(node.op) : place->second.category;
    for (const auto& [key, value] : node.attributes.values()) made.attributes.emplace_back(key, attributeText(value));
    return made;
}

GraphNode inputNode(const Value& value, int tensor, int group, double bytes) {
    GraphNode input;
    input.name = value.name;
    input.op = "Input";
    input.title = Message(value.name);
    input.category = "io";
    input.precision = nameOf(value.dtype);
    input.group = group;
    input.outputs = {tensor};
    input.memory = bytes;
    return input;
}

void addInputNodes(GraphView& view, const Graph& graph, std::vector<int>& producerOf, int phaseGroup) {
    for (size_t i = 0; i < graph.values.size(); ++i) {
        const Value& value = graph.values[i];
        if (value.kind != ValueKind::Input) continue;
        const auto bytes = static_cast<double>(value.shape.elements()) * static_cast<double>(sizeOf(value.dtype));
        producerOf[i] = static_cast<int>(view.nodes.size());
        view.nodes.push_back(inputNode(value, static_cast<int>(i), phaseGroup, bytes));
    }
}

// Which ops of the designed graph a compiled step does the work of: its own, what passes took away between what it
// makes and what it reads, and those that only show it a value in another shape, which no step does.
class Fusions {
public:
    Fusions(const Graph& designed, const CompiledGraph& compiled)
        : designed_(designed), compiled_(compiled.graph), made_(designed.values.size(), false),
          left_(designed.nodes.size(), false), stepMakes_(compiled.graph.values.size(), false) {
        for (size_t i = 0; i < designed.values.size(); ++i)
            byName_.try_emplace(designed.values[i].name, static_cast<ValueId>(i));
        for (size_t i = 0; i < designed.nodes.size(); ++i)
            called_[{designed.nodes[i].name, designed.nodes[i].op}].push_back(static_cast<int>(i));
        for (const ScheduledStep& step : compiled.schedule.steps)
            if (step.node.op != "Reorder")  // of a value into itself
                for (ValueId id : step.node.outputs) stepMakes_[at(id)] = true;
        for (const Node& node : compiled_.nodes) {
            if (const int own = ownOf(node); own >= 0) left_[at(own)] = true;
            for (ValueId id : node.outputs)
                if (at(id) < made_.size()) made_[at(id)] = true;
        }
    }

    // Indices of designed nodes, in order.
    std::set<int> of(const Node& step) const {
        std::set<int> found, seen;
        std::vector<ValueId> open;
        std::set<ValueId> inputs(step.inputs.begin(), step.inputs.end());
        for (ValueId id : step.outputs) open.push_back(origin(id));
        const int own = ownOf(step);
        if (own >= 0) found.insert(own);
        for (size_t next = 0; next < open.size() && seen.size() < kMost + step.outputs.size(); ++next) {
            const bool first = next < step.outputs.size();
            const ValueId id = open[next];
            if (id < 0 || (!first && (inputs.count(id) || made_[at(id)]))) continue;
            const int producer = designed_.value(id).producer;
            if (producer < 0 || seen.count(producer)) continue;
            seen.insert(producer);
            // One that stands elsewhere now, as an activation behind its pooling, is not in this step.
            if (!left_[at(producer)]) found.insert(producer);
            for (ValueId input : designed_.nodes[at(producer)].inputs) open.push_back(input);
        }
        found.merge(viewsOf(step));
        return found;
    }

    // Those that only show it what it reads: of a reorder there are no others.
    std::set<int> viewsOf(const Node& step) const {
        std::set<int> found;
        for (ValueId id : step.inputs)
            while (!stepMakes_[at(id)] && compiled_.value(id).producer >= 0) {
                const Node& view = compiled_.nodes[at(compiled_.value(id).producer)];
                if (view.inputs.empty()) break;
                if (const int own = ownOf(view); own >= 0) found.insert(own);
                id = view.inputs[0];
            }
        return found;
    }

private:
    static constexpr size_t kMost = 64;
    // Values of another precision are new ones with the type at the end of their name.
    ValueId origin(ValueId id) const {
        if (at(id) < made_.size()) return id;
        const std::string& name = compiled_.value(id).name;
        const auto found = byName_.find(name.substr(0, name.rfind('/')));
        return found == byName_.end() ? kNoValue : found->second;
    }

    // The designed node that it still is; -1: none. Gradients of one op are called alike and told apart by what they
    // make; what a pass has put in another order makes something else and is known by its name.
    int ownOf(const Node& step) const {
        for (ValueId id : step.outputs) {
            const ValueId was = origin(id);
            const int producer = was < 0 ? -1 : designed_.value(was).producer;
            if (producer >= 0 && designed_.nodes[at(producer)].name == step.name) return producer;
        }
        const auto alike = called_.find({step.name, step.op});
        return alike != called_.end() && alike->second.size() == 1 ? alike->second[0] : -1;
    }

    const Graph& designed_;
    const Graph& compiled_;
    std::vector<bool> made_;       // designed values that the compiled graph makes
    std::vector<bool> left_;       // designed nodes that are a step still
    std::vector<bool> stepMakes_;  // compiled values that a step makes
    std::map<std::string, ValueId> byName_;
    std::map<std::pair<std::string, std::string>, std::vector<int>> called_;  // by name and op
};

}  // namespace

std::string layoutText(const Layout& layout, const Shape& shape) {
    if (layout.opaqueBytes) return "opaque";
    if (layout.plain()) return "plain";
    const int rank = shape.rank();
    if (layout.blocks.empty()) {
        const bool last = rank > 2 && layout.strides.size() == at(rank) && layout.strides[1] == 1;
        return last ? "channels last" : "strided";
    }
    // oneDNN's notation: axes outermost first, a capital where the axis is blocked, then its blocks.
    std::string axes = rank == 4 ? "nchw" : rank == 5 ? "ncdhw" : rank == 3 ? "ncw" : "ab";
    if (at(rank) > axes.size()) return "blocked";
    std::string text = axes.substr(0, at(rank));
    for (size_t i = 0; i < layout.blocks.size(); ++i) {
        const size_t axis = at(static_cast<int>(layout.blockAxes[i]));
        text += std::to_string(layout.blocks[i]) + axes[axis];
        text[axis] = static_cast<char>(std::toupper(text[axis]));
    }
    return text;
}

GraphView opGraphView(const Graph& graph, const LayerPlaces& places) {
    GraphView view;
    view.kind = GraphKind::Ops;
    for (const Value& value : graph.values) {
        GraphTensor tensor;
        tensor.name = value.name;
        tensor.shape = value.shape.toString();
        tensor.type = nameOf(value.dtype);
        tensor.bytes = static_cast<double>(value.shape.elements()) * static_cast<double>(sizeOf(value.dtype));
        tensor.weights = value.kind != ValueKind::Computed && value.kind != ValueKind::Input;
        view.tensors.push_back(std::move(tensor));
    }
    Placer placer(view, places, kManyOps);
    for (const Node& node : graph.nodes) placer.count(node.phase, layerOf(node, places));
    std::vector<int> producerOf(graph.values.size(), -1);
    addInputNodes(view, graph, producerOf, placer.place(Phase::Forward, {}));
    for (const Node& node : graph.nodes) {
        GraphNode made = nodeOf(node, places);
        made.ops = {node.name};
        made.group = placer.place(node.phase, made.layer);
        const int id = static_cast<int>(view.nodes.size());
        std::vector<ValueType> types;
        for (ValueId input : node.inputs) {
            types.push_back({graph.value(input).shape, graph.value(input).dtype});
            made.inputs.push_back(input);
            made.bytesRead += view.tensors[at(input)].bytes;
            if (producerOf[at(input)] >= 0) view.edges.push_back({producerOf[at(input)], id, input});
        }
        const OpType& op = findOp(node.op);
        made.flops = op.flops(types, node.attributes);
        const std::vector<int> updates = updatesOf(op, node.attributes, node.outputs.size());
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            const ValueId output = node.outputs[i];
            made.outputs.push_back(output);
            made.bytesWritten += view.tensors[at(output)].bytes;
            if (i >= updates.size()) made.memory += view.tensors[at(output)].bytes;
            producerOf[at(output)] = id;
            if (made.precision.empty()) made.precision = nameOf(graph.value(output).dtype);
        }
        view.nodes.push_back(std::move(made));
    }
    return view;
}

namespace {

class CompiledViewer {
public:
    CompiledViewer(const Graph& designed, const CompiledGraph& compiled, const LayerPlaces& places)
        : designed_(designed), compiled_(compiled), places_(places), fusions_(designed, compiled),
          placer_(view_, places, kManySteps) {
        view_.kind = GraphKind::Compiled;
    }

    GraphView make() {
        addTensors();
        const std::vector<ScheduledStep>& steps = compiled_.schedule.steps;
        for (const ScheduledStep& step : steps) placer_.count(step.node.phase, layerOf(step.node, places_));
        addInputs();
        for (size_t i = 0; i < steps.size(); ++i) addStep(steps[i], static_cast<int>(i));
        view_.steps = static_cast<int>(steps.size());
        addMemory();
        return std::move(view_);
    }

private:
    void addTensors() {
        for (const ScheduledBuffer& buffer : compiled_.schedule.buffers) {
            const Value& value = compiled_.graph.value(buffer.value);
            GraphTensor tensor;
            tensor.name = value.name;
            tensor.shape = value.shape.toString();
            tensor.type = nameOf(value.dtype);
            tensor.layout = "plain";
            tensor.bytes = static_cast<double>(buffer.bytes);
            tensor.weights = buffer.home != ScheduledBuffer::Home::Arena;
            tensor.first = std::max(buffer.first, 0);
            tensor.last = buffer.last;
            view_.tensors.push_back(std::move(tensor));
        }
        producerOf_.assign(view_.tensors.size(), -1);
    }

    void addInputs() {
        const int group = placer_.place(Phase::Forward, {});
        for (size_t i = 0; i < compiled_.schedule.buffers.size(); ++i) {
            const ScheduledBuffer& buffer = compiled_.schedule.buffers[i];
            const Value& value = compiled_.graph.value(buffer.value);
            if (value.kind != ValueKind::Input || buffer.last < 0) continue;
            producerOf_[i] = static_cast<int>(view_.nodes.size());
            view_.nodes.push_back(inputNode(value, static_cast<int>(i), group, static_cast<double>(buffer.bytes)));
        }
    }

    // "norm_9 + add_4 + activation_9": what the step does the work of (indices of designed nodes), by layer.
    Message titleOf(const ScheduledStep& step, const std::set<int>& does) const {
        const Node& node = step.node;
        if (node.op == "Reorder") {
            const Value& value = compiled_.graph.value(node.outputs[0]);
            return Message("to {layout}", layoutText(step.kernel.outputs[0], value.shape));
        }
        if (node.op == "Cast")
            return Message("to {type}", std::string(nameOf(compiled_.graph.value(node.outputs[0]).dtype)));
        if (node.phase != Phase::Forward) return Message(node.name);
        std::vector<std::string> layers;
        for (int index : does) {
            const std::string& one = designed_.nodes[at(index)].layer;
            if (!one.empty() && std::find(layers.begin(), layers.end(), one) == layers.end()) layers.push_back(one);
        }
        if (layers.size() < 2) return Message(node.name);
        std::string all;
        for (const std::string& one : layers) all += (all.empty() ? "" : " + ") + one;
        return Message(all);
    }

    void addStep(const ScheduledStep& step, int index) {
        const Node& node = step.node;
        GraphNode made = nodeOf(node, places_);
        made.kernel = step.kernel.implementation;
        made.kernelTimes = step.kernel.times;
        made.reorder = node.op == "Reorder" || node.op == "Cast";
        const std::set<int> does = made.reorder ? fusions_.viewsOf(node) : fusions_.of(node);
        made.title = titleOf(step, does);
        // Once: one of the backward pass may do a forward one's work anew.
        for (const int one : does)
            if (told_.insert(one).second) made.ops.push_back(designed_.nodes[at(one)].name);
        made.step = index;
        if (node.op == "Float8MatMul") made.precision = "fp8";  // whatever its result is
        made.group = placer_.place(node.phase, made.layer);
        const StepCost& cost = compiled_.schedule.cost.steps[at(index)];
        made.flops = cost.flops;
        const int id = static_cast<int>(view_.nodes.size());
        for (size_t i = 0; i < step.inputs.size(); ++i) {
            const int buffer = step.inputs[i];
            made.inputs.push_back(buffer);
            if (!step.kernel.reads.empty() && !step.kernel.reads[i]) continue;
            made.bytesRead += view_.tensors[at(buffer)].bytes;
            if (producerOf_[at(buffer)] >= 0) view_.edges.push_back({producerOf_[at(buffer)], id, buffer});
        }
        for (size_t i = 0; i < step.outputs.size(); ++i) {
            const int buffer = step.outputs[i];
            GraphTensor& tensor = view_.tensors[at(buffer)];
            made.outputs.push_back(buffer);
            made.bytesWritten += tensor.bytes;
            if (made.precision.empty()) made.precision = tensor.type;
            if (tensor.weights) continue;
            made.memory += tensor.bytes;
            producerOf_[at(buffer)] = id;
            if (i < step.kernel.outputs.size())
                tensor.layout = layoutText(step.kernel.outputs[i], compiled_.graph.value(node.outputs[i]).shape);
        }
        view_.nodes.push_back(std::move(made));
    }

    void addMemory() {
        const Schedule& schedule = compiled_.schedule;
        std::map<int, int> known;  // the plan's block -> ours
        for (const PlanHolding& holding : schedule.cost.holdings) {
            GraphBlock made;
            made.offset = static_cast<double>(holding.offset);
            made.bytes = static_cast<double>(holding.bytes);
            made.first = std::max(holding.first, 0);
            made.last = holding.last;
            made.tensor = holding.buffer;
            made.name = holding.step >= 0 ? schedule.steps[at(holding.step)].node.name : holding.name;
            made.layer = holding.layer;
            if (holding.buffer < 0) made.category = "io";
            if (holding.buffer >= 0)
                known[schedule.blockOf[at(holding.buffer)]] = static_cast<int>(view_.blocks.size());
            if (const int node = holding.buffer < 0 ? -1 : producerOf_[at(holding.buffer)]; node >= 0) {
                made.layer = view_.nodes[at(node)].layer;
                made.category = view_.nodes[at(node)].category;
            }
            view_.blocks.push_back(std::move(made));
        }
        for (size_t i = 0; i < schedule.buffers.size(); ++i)
            if (const auto found = known.find(schedule.blockOf[i]); found != known.end())
                view_.tensors[i].block = found->second;
        view_.arenaBytes = static_cast<double>(schedule.memory.bytes);
        std::vector<double> change(at(view_.steps) + 2, 0);
        for (const GraphBlock& block : view_.blocks) {
            change[at(std::min(block.first, view_.steps))] += block.bytes;
            change[at(std::min(block.last, view_.steps)) + 1] -= block.bytes;
        }
        double alive = 0;
        for (int step = 0; step < view_.steps; ++step) {
            alive += change[at(step)];
            if (alive > view_.peakBytes) {
                view_.peakBytes = alive;
                view_.peakStep = step;
            }
        }
    }

    const Graph& designed_;
    const CompiledGraph& compiled_;
    const LayerPlaces& places_;
    GraphView view_;
    Fusions fusions_;
    Placer placer_;
    std::vector<int> producerOf_;
    std::set<int> told_;  // designed nodes that a step does
};

}  // namespace

GraphView compiledView(const Graph& designed, const CompiledGraph& compiled, const LayerPlaces& places,
                       std::vector<GraphNote> notes) {
    GraphView view = CompiledViewer(designed, compiled, places).make();
    view.notes = std::move(notes);
    return view;
}

}  // namespace tl
