// Structure is found from the links alone: in topological order, a node with no link past it is one that everything
// passes through; what lies between two of them has ways beside each other.
#include "engine/model/network_view.h"

#include <algorithm>
#include <cmath>

#include "engine/layers/layer_type.h"
#include "engine/model/links.h"

namespace tl {
namespace {

constexpr size_t kLongChain = 24, kLongestPeriod = 8, kFewRepeats = 4, kManyBlocks = 24;

size_t at(int id) { return static_cast<size_t>(id); }

std::string categoryOf(const NodeSpec& node) {
    const LayerType* type = findLayer(node.type);
    return type ? std::string(nameOf(type->category)) : "core";
}

// A stretch of the network: one layer, or a section with ways beside each other and the layer that joins them.
struct Unit {
    std::vector<int> nodes;
    std::string kind;  // the types in it
    bool branches = false;
};

class Structure {
public:
    Structure(const NetworkSpec& network, const NetworkReport& report)
        : network_(network), report_(report), links_(network) {}

    LayerPlaces places() {
        LayerPlaces all;
        for (const NodeSpec& node : network_.nodes) all[node.id].category = categoryOf(node);
        if (!links_.cycles.empty() || links_.order.size() != network_.nodes.size()) return all;
        const std::vector<Block> blocks = blocksOf(units());
        if (blocks.empty()) return all;
        number(blocks, all);
        return all;
    }

private:
    using Block = std::vector<int>;  // nodes

    std::vector<Unit> units() const {
        std::vector<Unit> all;
        Unit unit;
        size_t past = 0;  // links from what came so far to what is still to come
        for (int node : links_.order) {
            past -= links_.in[at(node)].size();
            unit.nodes.push_back(node);
            unit.kind += network_.nodes[at(node)].type + ' ';
            if (past == 0) {
                unit.branches = unit.nodes.size() > 1;
                all.push_back(std::exchange(unit, {}));
            }
            past += links_.out[at(node)].size();
        }
        if (!unit.nodes.empty()) all.push_back(std::move(unit));
        return all;
    }

    // What follows a joined section and only changes numbers in place belongs to it.
    bool follows(const Unit& unit) const {
        const std::string category = categoryOf(network_.nodes[at(unit.nodes[0])]);
        return !unit.branches && (category == "act" || category == "norm" || category == "reg");
    }

    std::vector<Block> blocksOf(const std::vector<Unit>& units) const {
        std::vector<Block> blocks;
        const auto join = [&](size_t from, size_t count) {
            Block block;
            for (size_t i = from; i < from + count; ++i)
                block.insert(block.end(), units[i].nodes.begin(), units[i].nodes.end());
            blocks.push_back(std::move(block));
        };
        const auto same = [&](size_t a, size_t b, size_t count) {
            for (size_t i = 0; i < count; ++i)
                if (units[a + i].kind != units[b + i].kind) return false;
            return true;
        };
        const bool branches = std::any_of(units.begin(), units.end(), [](const Unit& unit) { return unit.branches; });
        for (size_t i = 0; i < units.size();) {
            if (branches) {
                if (!units[i].branches) {
                    ++i;
                    continue;
                }
                size_t count = 1;
                while (i + count < units.size() && follows(units[i + count])) ++count;
                // Two unlike sections that come in turns make one block: attention, then the dense part.
                const size_t second = i + count;
                if (second < units.size() && units[second].branches && units[second].kind != units[i].kind) {
                    size_t both = count + 1;
                    while (i + both < units.size() && follows(units[i + both])) ++both;
                    const bool again = i + 2 * both <= units.size() && same(i, i + both, both);
                    const bool before = i >= both && same(i - both, i, both);
                    if (again || before) count = both;
                }
                join(i, count);
                i += count;
                continue;
            }
            size_t period = 0, repeats = 0;
            for (size_t p = 1; units.size() >= kLongChain && p <= kLongestPeriod && repeats * period < kLongChain;
                 ++p) {
                size_t times = 1;
                while (i + (times + 1) * p <= units.size() && same(i, i + times * p, p)) ++times;
                if (times >= kFewRepeats && times * p > repeats * period) {
                    period = p;
                    repeats = times;
                }
            }
            for (size_t r = 0; r < repeats; ++r, i += period) join(i, period);
            if (repeats == 0) ++i;
        }
        if (!branches && blocks.size() < kFewRepeats) blocks.clear();
        return blocks;
    }

    Shape outputOf(const Block& block) const {
        const auto found = report_.nodes.find(network_.nodes[at(block.back())].id);
        return found != report_.nodes.end() && found->second.outputKnown ? found->second.output : Shape{};
    }

    void number(const std::vector<Block>& blocks, LayerPlaces& all) const {
        std::vector<std::vector<const Block*>> stages;
        for (const Block& block : blocks) {
            const bool goesOn = !stages.empty() && outputOf(*stages.back().back()) == outputOf(block);
            if (!goesOn) stages.emplace_back();
            stages.back().push_back(&block);
        }
        const bool alone = stages.size() == 1 || stages.size() == blocks.size();
        int stageNumber = 0, blockNumber = 0;
        for (const auto& stage : stages) {
            ++stageNumber;
            if (!alone) blockNumber = 0;
            // Very many in a row are parted once more.
            const size_t part = stage.size() > kManyBlocks
                                    ? static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(stage.size()))))
                                    : stage.size();
            for (size_t i = 0; i < stage.size(); ++i) {
                ++blockNumber;
                std::vector<Message> path;
                if (!alone) path.push_back(Message("stage {number}", stageNumber));
                if (part < stage.size()) {
                    const size_t first = i / part * part, last = std::min(first + part, stage.size());
                    const int offset = blockNumber - static_cast<int>(i);
                    path.push_back(Message("blocks {first} to {last}", offset + static_cast<int>(first),
                                           offset + static_cast<int>(last) - 1));
                }
                path.push_back(Message("block {number}", blockNumber));
                for (int node : *stage[i]) all[network_.nodes[at(node)].id].groups = path;
            }
        }
    }

    const NetworkSpec& network_;
    const NetworkReport& report_;
    Links links_;
};

}  // namespace

LayerPlaces layerPlaces(const NetworkSpec& network, const NetworkReport& report) {
    return Structure(network, report).places();
}

double outputBytes(const NodeReport& node, int64_t batch, DType values, DType data) {
    const bool isData = node.outputKnown && node.activationBytes == node.output.elements();
    const size_t known = sizeOf(isData ? DType::UInt8 : DType::Float32), taken = sizeOf(isData ? data : values);
    return static_cast<double>(node.activationBytes * batch) * static_cast<double>(taken) / static_cast<double>(known);
}

GraphView networkView(const NetworkSpec& network, const NetworkReport& report, int64_t batch, DType values,
                      DType data) {
    GraphView view;
    view.kind = GraphKind::Designed;
    const LayerPlaces places = layerPlaces(network, report);
    const Links links(network);
    GraphGrouping grouping(view);
    std::vector<int> order = links.order, place(network.nodes.size(), -1);
    std::vector<bool> ordered(network.nodes.size(), false);
    for (int node : order) ordered[at(node)] = true;
    for (size_t i = 0; i < ordered.size(); ++i)
        if (!ordered[i]) order.push_back(static_cast<int>(i));  // on a cycle, or behind one
    for (int index : order) {
        const NodeSpec& spec = network.nodes[at(index)];
        const LayerPlace& where = places.at(spec.id);
        GraphNode node;
        node.name = node.layer = spec.id;
        node.op = spec.type;
        node.title = Message(spec.id);
        node.category = where.category;
        for (const Message& title : where.groups) node.group = grouping.group(node.group, title.english(), title);
        if (const LayerType* type = findLayer(spec.type)) {
            const PropertyReader properties(type->properties, spec.properties, spec.id);
            try {
                if (type->summary) node.detail = type->summary(properties);
            } catch (const std::exception&) {  // validation says which property is wrong
            }
        }
        for (const auto& [key, value] : spec.properties) node.attributes.emplace_back(key, toString(value));
        GraphTensor tensor;
        tensor.name = spec.id + "/output";
        if (const auto found = report.nodes.find(spec.id); found != report.nodes.end()) {
            const NodeReport& known = found->second;
            node.flops = known.forwardFlops * static_cast<double>(batch);
            if (known.outputKnown) {
                tensor.shape = known.output.withBatch(batch).toString();
                tensor.bytes = node.memory = outputBytes(known, batch, values, data);
            }
        }
        node.bytesWritten = node.memory;
        place[at(index)] = static_cast<int>(view.nodes.size());
        node.outputs = {static_cast<int>(view.tensors.size())};
        view.tensors.push_back(std::move(tensor));
        view.nodes.push_back(std::move(node));
    }
    for (int index : order)
        for (const Links::Wire& wire : links.in[at(index)]) {
            GraphNode& to = view.nodes[at(place[at(index)])];
            const int from = place[at(wire.node)];
            const int tensor = view.nodes[at(from)].outputs[0];
            to.inputs.push_back(tensor);
            to.bytesRead += view.tensors[at(tensor)].bytes;
            view.edges.push_back({from, place[at(index)], tensor});
        }
    return view;
}

}  // namespace tl
